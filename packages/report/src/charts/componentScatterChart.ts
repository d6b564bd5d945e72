import { axisX, axisY, frame, rectY, text, type Markish } from "@observablehq/plot";
import type { Matrix } from "kernelbayes";
import { chartColors } from "./chartColors.ts";
import type { ChartOptions } from "./chartOptions.ts";
import { chartText } from "./chartText.ts";
import { classStyle } from "./classStyle.ts";
import { groupLabel } from "./groupLabel.ts";
import { histogram } from "./histogram.ts";
import { panelGrid, type Panel } from "./panelGrid.ts";
import { checkLength, classDots } from "./planeMarks.ts";

/** Scores of rows on components. */
export interface ComponentScores {
  readonly classes: readonly string[];
  /** The number of each row's class. */
  readonly rowClasses: ArrayLike<number>;
  /** A row for each row, a column for each component. */
  readonly scores: Matrix;
  /** The share of all variance that each component holds. */
  readonly shares?: ArrayLike<number>;
}

export interface ComponentScatterOptions extends ChartOptions {
  /** How many components are drawn, from the first. Default: all, but no more than 6. */
  readonly components?: number;
  /** What a column of scores is called. Default "component". */
  readonly noun?: string;
}

const bins = 16;

/**
 * Each component against each other, classes by color and symbol: which of them set which classes apart. On the diagonal stand
 * histograms of the component by itself, one per class. (Domijan & Wilson, Figure 8.)
 *
 * @example componentScatterChart({ classes, rowClasses, scores: components.scores })
 */
export function componentScatterChart(data: ComponentScores, options: ComponentScatterOptions = {}): string {
  const { classes, rowClasses, scores } = data;
  checkLength("Classes of rows, as many as rows of scores", rowClasses.length, scores.rows);
  const { noun = "component" } = options;
  const count = Math.min(scores.columns, options.components ?? 6);
  if (!(Number.isInteger(count) && count >= 1 && scores.rows >= 1)) {
    throw new RangeError(`There must be rows with a whole number of components; got ${scores.rows} with ${count}.`);
  }
  const columns = Array.from({ length: count }, (_, j) =>
    Float64Array.from({ length: scores.rows }, (_, i) => scores.data[i * scores.columns + j]),
  );
  const domains = columns.map(paddedExtent);
  const panels: Panel[] = [];
  for (let row = 0; row < count; row++) {
    for (let column = 0; column <= row; column++) {
      panels.push(panelOf(data, columns, domains, { row, column, isLowest: row === count - 1, noun }));
    }
  }
  const size = count <= 3 ? 190 : 140;
  return chartText(
    {
      description:
        `${scores.rows} rows of ${classes.join(", ")} by their first ${count} ${noun}s, each against each other, ` +
        "with histograms of each by itself.",
      width: 60 + size * count,
      height: 70 + size * count,
      legend: classes.map((label, q) => ({ label, symbol: classStyle(q) })),
      plot: { marginLeft: 8, marginBottom: 4 },
      // Margins inside of the matrix are empty, and may lie over each other.
      marks: [panelGrid(panels, { columns: count, rows: count, gap: -12 })],
    },
    options,
  );
}

interface Place {
  readonly row: number;
  readonly column: number;
  readonly isLowest: boolean;
  readonly noun: string;
}

function panelOf(
  { classes, rowClasses, shares }: ComponentScores,
  columns: readonly Float64Array[],
  domains: readonly (readonly [number, number])[],
  { row, column, isLowest, noun }: Place,
): Panel {
  const isDiagonal = row === column;
  const name = `${noun} ${row + 1}`;
  const axis = { ticks: 3, label: null, tickSize: 3, tickPadding: 2 };
  return {
    label: isDiagonal ? name : `${name} against ${noun} ${column + 1}`,
    column,
    row,
    plot: {
      marginLeft: 30,
      marginRight: 2,
      marginTop: 2,
      marginBottom: 18,
      x: { domain: [...domains[column]], axis: null },
      y: { domain: isDiagonal ? [0, 1] : [...domains[row]], axis: null },
      marks: [
        ...(isDiagonal
          ? histograms(columns[row], domains[row], classes, rowClasses)
          : classes.map((label, q) =>
              classDots({ x: columns[column], y: columns[row], classes: rowClasses }, q, label, 2.2),
            )),
        frame({ stroke: chartColors.ink, strokeOpacity: 0.6 }),
        ...(isLowest ? [axisX(axis)] : []),
        ...(column === 0 && !isDiagonal ? [axisY(axis)] : []),
        ...(isDiagonal
          ? [
              text([shares ? `${name}\n${percent(shares[row])}` : name], {
                frameAnchor: "top-left",
                dx: 5,
                dy: 5,
                fontWeight: 600,
                ...groupLabel("name of component"),
              }),
            ]
          : []),
      ],
    },
  };
}

/** The histogram of each class, all of one height per row, in the lower three quarters of the panel. */
function histograms(
  values: Float64Array,
  domain: readonly [number, number],
  classes: readonly string[],
  rowClasses: ArrayLike<number>,
): Markish[] {
  const heights = classes.map((_, q) =>
    histogram(
      values.filter((_, row) => rowClasses[row] === q),
      { domain, bins },
    ),
  );
  const most = Math.max(...heights.flat().map(({ share }) => share));
  return heights.map((own, q) =>
    rectY(own, {
      x1: "from",
      x2: "to",
      y1: 0,
      y2: ({ share }: { readonly share: number }) => (0.75 * share) / most,
      fill: classStyle(q).color,
      fillOpacity: 0.4,
      ...groupLabel(`rows of ${classes[q]}`),
    }),
  );
}

function paddedExtent(values: Float64Array): readonly [number, number] {
  const wrong = values.findIndex((value) => !Number.isFinite(value));
  if (wrong >= 0) throw new RangeError(`Row ${wrong + 1} has the score ${values[wrong]}.`);
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  const space = high > low ? 0.06 * (high - low) : 0.5;
  return [low - space, high + space];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)} %`;
}
