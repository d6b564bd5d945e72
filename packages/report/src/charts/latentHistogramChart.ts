import { axisX, axisY, frame, rectY, ruleX, text, type Markish } from "@observablehq/plot";
import { type Matrix } from "kernelbayes";
import { numeric } from "kernelbayes/numeric";
import { chartColors } from "./chartColors.ts";
import type { ChartOptions } from "./chartOptions.ts";
import { chartText } from "./chartText.ts";
import { classStyle } from "./classStyle.ts";
import { strokeOf } from "./curveStyle.ts";
import { groupLabel } from "./groupLabel.ts";
import { histogram, type Bar } from "./histogram.ts";
import { mostClasses } from "./judgedRows.ts";
import type { LegendItem, LineStyle } from "./legend.ts";
import { panelGrid, type Panel } from "./panelGrid.ts";
import { checkLength } from "./planeMarks.ts";
import { shortText } from "./shortText.ts";

/** Rows with their latent outputs. */
export interface LatentRows {
  /** "training rows", "held-out rows". */
  readonly name: string;
  /** A row for each row, a column for each class: `prediction.latentMean`. */
  readonly latent: Matrix;
  /** The number of each row's class. */
  readonly rowClasses: ArrayLike<number>;
}

export interface LatentHistogramOptions extends ChartOptions {
  /** Default 30. */
  readonly bins?: number;
  /** Name of the axis. Default "latent output". */
  readonly label?: string;
  /** What the line at 0 is called in the legend. Default "even odds". */
  readonly zeroLabel?: string;
}

const boundaryLine: LineStyle = { color: chartColors.ink, width: 1.4, dashes: "4,3" };
const restColor = chartColors.gray;

/**
 * Histograms of latent outputs by class, for several sets of rows on one scale: what the model makes of rows it has learned
 * from, beside what it makes of others. Classes that lie further apart in training than on held-out rows were learned by
 * heart. Of two classes the output of the second is drawn, of more one output a class with its own rows against the rest, of
 * more than ten the ten with the most rows. Outputs beyond the middle 99 % count in the outermost bars. (Peña Centeno & Lawrence, Figures 10 and 11.)
 *
 * @example latentHistogramChart(classes, [{ name: "training rows", latent: prediction.latentMean, rowClasses }])
 */
export function latentHistogramChart(
  classes: readonly string[],
  sets: readonly LatentRows[],
  options: LatentHistogramOptions = {},
): string {
  const { bins = 30, label = "latent output", zeroLabel = "even odds" } = options;
  for (const { name, latent, rowClasses } of sets) {
    checkLength(`Classes of ${name}, as many as rows`, rowClasses.length, latent.rows);
    checkLength(`Columns of ${name}, one for each class`, latent.columns, classes.length);
  }
  const outputs = drawnOutputs(classes, sets);
  const isPair = classes.length === 2;
  // Sets of two classes stand below each other, so that one can look from one to the other along a line.
  const panels = outputs.flatMap((q, line) => {
    const domain = domainOf(sets.flatMap(({ latent }) => columnOf(latent, q)));
    return sets.map((set, place) =>
      panelOf(set, {
        classes,
        q,
        domain,
        bins,
        column: isPair ? 0 : place,
        row: isPair ? place : line,
        label: (isPair ? place < sets.length - 1 : line < outputs.length - 1) ? null : label,
        zeroLabel,
      }),
    );
  });
  const [columns, rows] = isPair ? [1, sets.length] : [sets.length, outputs.length];
  return chartText(
    {
      description: descriptionOf(classes, sets, outputs),
      width: isPair ? 520 : 40 + 300 * columns,
      height: 44 + (isPair ? 190 : 136) * rows,
      legend: legendOf(classes, outputs, zeroLabel),
      plot: { marginLeft: 4, marginBottom: 4 },
      marks: [panelGrid(panels, { columns, rows })],
    },
    options,
  );
}

function drawnOutputs(classes: readonly string[], sets: readonly LatentRows[]): number[] {
  if (classes.length === 2) return [1];
  const counts = classes.map((_, q) =>
    sets.reduce((sum, { rowClasses }) => sum + Array.from(rowClasses).filter((each) => each === q).length, 0),
  );
  return Array.from(classes.keys())
    .toSorted((a, b) => counts[b] - counts[a] || a - b)
    .slice(0, mostClasses)
    .toSorted((a, b) => a - b);
}

function legendOf(classes: readonly string[], outputs: readonly number[], zeroLabel: string): LegendItem[] {
  const patch = (label: string, color: string): LegendItem => ({ label, patches: [{ color, opacity: 0.5 }] });
  return [
    ...(classes.length === 2
      ? classes.map((label, q) => patch(label, classStyle(q).color))
      : [...outputs.map((q) => patch(shortText(classes[q], 20), classStyle(q).color)), patch("all others", restColor)]),
    { label: zeroLabel, line: boundaryLine },
  ];
}

interface Place {
  readonly classes: readonly string[];
  readonly q: number;
  readonly domain: readonly [number, number];
  readonly bins: number;
  readonly column: number;
  readonly row: number;
  readonly label: string | null;
  readonly zeroLabel: string;
}

function panelOf(set: LatentRows, place: Place): Panel {
  const { classes, q, domain, bins, column, row, label, zeroLabel } = place;
  const isPair = classes.length === 2;
  const values = columnOf(set.latent, q);
  const of = (isIn: (each: number) => boolean): Bar[] =>
    histogram(
      values.filter((_, at) => isIn(set.rowClasses[at])),
      { domain, bins },
    );
  const layers = isPair
    ? classes.map((name, r) => ({ name, color: classStyle(r).color, bars: of((each) => each === r) }))
    : [
        { name: "all others", color: restColor, bars: of((each) => each !== q) },
        { name: classes[q], color: classStyle(q).color, bars: of((each) => each === q) },
      ];
  const most = Math.max(...layers.flatMap(({ bars }) => bars.map(({ share }) => share)));
  return {
    label: `${set.name}, ${classes[q]}`,
    column,
    row,
    plot: {
      marginLeft: 46,
      marginRight: 10,
      marginTop: 20,
      marginBottom: label === null ? 22 : 38,
      x: { domain: [...domain], axis: null },
      y: { domain: [0, 1.06 * most], axis: null },
      marks: [
        ...layers.map((layer) => barsOf(layer)),
        ...(domain[0] < 0 && domain[1] > 0
          ? [ruleX([0], { ...strokeOf(boundaryLine), ...groupLabel(zeroLabel) })]
          : []),
        frame({ stroke: chartColors.ink, strokeOpacity: 0.5 }),
        axisX({ ticks: 6, label, labelAnchor: "center", labelArrow: "none", labelOffset: 34 }),
        axisY({ ticks: 3, tickFormat: "%", label: null }),
        text(
          [isPair ? `${set.name} (${values.length})` : `${shortText(classes[q], 38 - set.name.length)}, ${set.name}`],
          {
            frameAnchor: "top-left",
            lineAnchor: "bottom",
            textAnchor: "start",
            dy: -5,
            fontWeight: 600,
            ...groupLabel("name of panel"),
          },
        ),
      ],
    },
  };
}

function barsOf({
  name,
  color,
  bars,
}: {
  readonly name: string;
  readonly color: string;
  readonly bars: Bar[];
}): Markish {
  return rectY(bars, {
    x1: "from",
    x2: "to",
    y: "share",
    fill: color,
    fillOpacity: 0.45,
    stroke: color,
    strokeWidth: 0.8,
    inset: 0.3,
    ...groupLabel(`rows of ${name}`),
  });
}

function columnOf({ data, rows, columns }: Matrix, q: number): number[] {
  return Array.from({ length: rows }, (_, row) => data[row * columns + q]);
}

/** The middle 99 %, with a little space. */
function domainOf(values: readonly number[]): readonly [number, number] {
  const finite = values.filter(Number.isFinite);
  if (finite.length === 0) throw new RangeError("There must be rows with finite latent outputs.");
  const [low, high] = [0.005, 0.995].map((level) => numeric.quantile(finite, level));
  const space = high > low ? 0.03 * (high - low) : 0.5;
  return [low - space, high + space];
}

function descriptionOf(classes: readonly string[], sets: readonly LatentRows[], outputs: readonly number[]): string {
  const meanOf = (values: readonly number[]): string =>
    values.length === 0 ? "none" : (values.reduce((sum, value) => sum + value, 0) / values.length).toPrecision(3);
  const figures = sets.map(({ name, latent, rowClasses }) => {
    const each = outputs.map((q) => {
      const values = columnOf(latent, q);
      const own = values.filter((_, at) => rowClasses[at] === q);
      const others = values.filter((_, at) => rowClasses[at] !== q);
      return `${classes[q]} ${meanOf(own)} against ${meanOf(others)} for the others`;
    });
    return `${name}: ${each.join(", ")}`;
  });
  return `Histograms of latent outputs by class. Mean outputs of ${figures.join("; of ")}.`;
}
