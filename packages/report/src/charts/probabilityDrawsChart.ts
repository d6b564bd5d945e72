import { axisX, frame, rectY, ruleX, text } from "@observablehq/plot";
import type { Matrix } from "kernelbayes";
import { chartColors } from "./chartColors.ts";
import type { ChartOptions } from "./chartOptions.ts";
import { chartText } from "./chartText.ts";
import { classStyle } from "./classStyle.ts";
import { groupLabel } from "./groupLabel.ts";
import { histogram } from "./histogram.ts";
import type { LineStyle } from "./legend.ts";
import { panelGrid, type Panel } from "./panelGrid.ts";
import { checkLength } from "./planeMarks.ts";

/** Draws of the class probabilities of one row. */
export interface RowDraws {
  /** What the row is called. */
  readonly name: string;
  /** A row for each draw, a column for each class. */
  readonly draws: Matrix;
  /** The number of its class, where it is known. */
  readonly actual?: number;
}

/** Draws of the class probabilities of some rows. */
export interface ProbabilityDraws {
  readonly classes: readonly string[];
  readonly rows: readonly RowDraws[];
}

export interface ProbabilityDrawsOptions extends ChartOptions {
  /** Default 25. */
  readonly bins?: number;
  /** Panels beside each other. Default 3. */
  readonly columns?: number;
}

const meanLine: LineStyle = { color: chartColors.ink, width: 1.4, dashes: "4,3" };

/**
 * Histograms of the class probabilities of rows over draws from a posterior, one panel a row, with their means as dashed lines: a
 * narrow one is a probability that is known, a wide one a probability that could be otherwise. Of two classes the second is
 * drawn, of more all. (Domijan & Wilson, Figure 1.)
 *
 * @example probabilityDrawsChart({ classes: ["no", "yes"], rows: [{ name: "row 7", draws, actual: 1 }] })
 */
export function probabilityDrawsChart(data: ProbabilityDraws, options: ProbabilityDrawsOptions = {}): string {
  const { classes, rows } = data;
  const { bins = 25 } = options;
  if (!(Number.isInteger(bins) && bins > 0)) throw new RangeError(`bins must be a positive whole number; got ${bins}.`);
  if (rows.length === 0) throw new RangeError("There must be a row with draws.");
  for (const { name, draws } of rows) {
    checkLength(`Columns of the draws of ${name}, one for each class`, draws.columns, classes.length);
    if (draws.rows === 0) throw new RangeError(`There are no draws of ${name}.`);
  }
  const columns = Math.min(rows.length, options.columns ?? 3);
  const lines = Math.ceil(rows.length / columns);
  const shown = classes.length === 2 ? [1] : Array.from(classes.keys());
  const panels = rows.map((row, at) => panelOf(row, classes, shown, { at, columns, count: rows.length, bins }));
  return chartText(
    {
      description: descriptionOf(data, shown),
      width: 40 + 200 * columns,
      height: 40 + 150 * lines,
      legend: [
        ...shown.map((q) => ({
          label: `P(${classes[q]})`,
          patches: [{ color: classStyle(q).color, opacity: 0.5 }],
        })),
        { label: "mean", line: meanLine },
      ],
      plot: { marginLeft: 8, marginBottom: 4 },
      marks: [panelGrid(panels, { columns, rows: lines })],
    },
    options,
  );
}

interface Place {
  readonly at: number;
  readonly columns: number;
  readonly count: number;
  readonly bins: number;
}

function panelOf(
  { name, draws, actual }: RowDraws,
  classes: readonly string[],
  shown: readonly number[],
  { at, columns, count, bins }: Place,
): Panel {
  const bars = shown.map((q) => histogram(probabilitiesOf(draws, q), { domain: [0, 1], bins }));
  const isLowest = at + columns >= count;
  return {
    label: name,
    column: at % columns,
    row: Math.floor(at / columns),
    plot: {
      marginLeft: 8,
      marginRight: 8,
      marginTop: 18,
      marginBottom: isLowest ? 38 : 18,
      x: { domain: [0, 1] },
      y: { domain: [0, 1.06 * Math.max(...bars.flat().map(({ share }) => share))], axis: null },
      marks: [
        ...bars.map((own, place) =>
          rectY(own, {
            x1: "from",
            x2: "to",
            y1: 0,
            y2: "share",
            fill: classStyle(shown[place]).color,
            fillOpacity: 0.45,
            stroke: classStyle(shown[place]).color,
            strokeWidth: 0.6,
            ...groupLabel(`draws of ${classes[shown[place]]}`),
          }),
        ),
        ruleX(
          shown.map((q) => meanOf(draws, q)),
          {
            stroke: shown.length === 1 ? meanLine.color : (_: number, place: number) => classStyle(shown[place]).color,
            strokeWidth: meanLine.width,
            strokeDasharray: meanLine.dashes!,
            ...groupLabel("mean"),
          },
        ),
        frame({ stroke: chartColors.ink, strokeOpacity: 0.6 }),
        axisX({
          ticks: [0, 0.5, 1],
          label: isLowest ? (shown.length === 1 ? `P(${classes[shown[0]]})` : "probability") : null,
          labelAnchor: "center",
          labelArrow: "none",
          labelOffset: 34,
        }),
        text([actual === undefined ? name : `${name}, ${classes[actual]}`], {
          frameAnchor: "top",
          lineAnchor: "bottom",
          dy: -5,
          ...groupLabel("name of row"),
        }),
      ],
      color: { type: "identity" },
    },
  };
}

function probabilitiesOf({ data, rows, columns }: Matrix, q: number): Float64Array {
  return Float64Array.from({ length: rows }, (_, draw) => data[draw * columns + q]);
}

function meanOf(draws: Matrix, q: number): number {
  return probabilitiesOf(draws, q).reduce((sum, value) => sum + value, 0) / draws.rows;
}

function descriptionOf({ classes, rows }: ProbabilityDraws, shown: readonly number[]): string {
  const means = rows.map(({ name, draws }) => {
    const each = shown.map((q) => `${classes[q]} ${meanOf(draws, q).toFixed(2)}`);
    return `${name} (${draws.rows} draws, mean of ${each.join(", ")})`;
  });
  return `Histograms of drawn class probabilities: ${means.join("; ")}.`;
}
