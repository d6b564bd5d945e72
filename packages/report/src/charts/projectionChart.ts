import { gridY, rectY, ruleX, ruleY } from "@observablehq/plot";
import { axisLabel } from "./axisLabel.ts";
import { chartColors } from "./chartColors.ts";
import type { ChartOptions } from "./chartOptions.ts";
import { chartText } from "./chartText.ts";
import { classStyle } from "./classStyle.ts";
import { groupLabel } from "./groupLabel.ts";
import type { LineStyle } from "./legend.ts";

/** Rows on the line that tells two classes, or one class from the others, apart. */
export interface ProjectedRows {
  readonly classes: readonly string[];
  /** Where each row lies, and the number of its class. */
  readonly values: ArrayLike<number>;
  readonly rowClasses: ArrayLike<number>;
  /** Where the decision changes. */
  readonly boundary?: number;
}

export interface ProjectionOptions extends ChartOptions {
  /** Default 30. */
  readonly bins?: number;
  /** Name of the axis. Default "projection". */
  readonly label?: string;
}

const boundaryLine: LineStyle = { color: chartColors.ink, width: 1.6, dashes: "4,3" };

/**
 * Histograms of projected rows, one per class over each other, each of area 1, with the boundary as a dashed line. Well separated
 * classes overlap little; the width of a class is the spread that a Fisher discriminant makes small.
 *
 * @example projectionChart({ classes: ["no", "yes"], values: [-1, -0.8, 0.9, 1.2], rowClasses: [0, 0, 1, 1], boundary: 0 })
 */
export function projectionChart(rows: ProjectedRows, options: ProjectionOptions = {}): string {
  const { classes, values, rowClasses, boundary } = rows;
  const { bins = 30, label = "projection" } = options;
  if (!(Number.isInteger(bins) && bins > 0)) throw new RangeError(`bins must be a positive whole number; got ${bins}.`);
  if (values.length === 0 || values.length !== rowClasses.length) {
    throw new RangeError(
      `There must be rows, with one class each; got ${values.length} values and ${rowClasses.length} classes.`,
    );
  }
  const [low, high] = extentOf(values, boundary);
  const width = (high - low) / bins;
  const densities = classes.map((_, q) => density(rows, q, { low, width, bins }));
  return chartText(
    {
      description: descriptionOf(rows, label),
      width: 520,
      height: 300,
      legend: [
        ...classes.map((name, q) => ({ label: name, patches: [{ color: classStyle(q).color, opacity: 0.5 }] })),
        ...(boundary === undefined ? [] : [{ label: "boundary", line: boundaryLine }]),
      ],
      plot: {
        x: { domain: [low, high], ...axisLabel("x", label) },
        y: { domain: [0, 1.04 * Math.max(...densities.flat())], ...axisLabel("y", "density") },
      },
      marks: [
        gridY({ ticks: 5 }),
        ...densities.map((heights, q) =>
          rectY(heights, {
            x1: (_: number, bin: number) => low + bin * width,
            x2: (_: number, bin: number) => low + (bin + 1) * width,
            y: (height: number) => height,
            fill: classStyle(q).color,
            fillOpacity: 0.45,
            stroke: classStyle(q).color,
            strokeWidth: 0.8,
            inset: 0.3,
            filter: (height: number) => height > 0,
            ...groupLabel(`rows of ${classes[q]}`),
          }),
        ),
        ruleY([0]),
        ...(boundary === undefined
          ? []
          : [
              ruleX([boundary], {
                stroke: boundaryLine.color,
                strokeWidth: boundaryLine.width,
                strokeDasharray: boundaryLine.dashes!,
                ...groupLabel("boundary"),
              }),
            ]),
      ],
    },
    options,
  );
}

interface Bins {
  readonly low: number;
  readonly width: number;
  readonly bins: number;
}

/** The share of a class's rows in each bin, over the width of a bin. */
function density({ values, rowClasses }: ProjectedRows, q: number, { low, width, bins }: Bins): number[] {
  const heights = new Array<number>(bins).fill(0);
  const own = Array.from({ length: values.length }, (_, row) => row).filter((row) => rowClasses[row] === q);
  for (const row of own) {
    const bin = Math.min(bins - 1, Math.max(0, Math.floor((values[row] - low) / width)));
    heights[bin] += 1 / (own.length * width);
  }
  return heights;
}

function extentOf(values: ArrayLike<number>, boundary: number | undefined): readonly [number, number] {
  let [low, high] = boundary === undefined ? [Infinity, -Infinity] : [boundary, boundary];
  for (let row = 0; row < values.length; row++) {
    if (!Number.isFinite(values[row])) throw new RangeError(`Row ${row + 1} is projected to ${values[row]}.`);
    [low, high] = [Math.min(low, values[row]), Math.max(high, values[row])];
  }
  return high > low ? [low, high] : [low - 0.5, high + 0.5];
}

function descriptionOf({ classes, values, rowClasses }: ProjectedRows, label: string): string {
  const means = classes.map((name, q) => {
    let [sum, count] = [0, 0];
    for (let row = 0; row < values.length; row++) {
      if (rowClasses[row] === q) [sum, count] = [sum + values[row], count + 1];
    }
    return `${name} (${count} rows${count > 0 ? `, mean ${(sum / count).toPrecision(3)}` : ""})`;
  });
  return `Histograms of ${label} by class: ${means.join(", ")}.`;
}
