import type { Markish, ScaleOptions } from "@observablehq/plot";
import { axisLabel } from "./axisLabel.ts";
import { chartColors } from "./chartColors.ts";
import { finerGrid } from "./finerGrid.ts";
import type { LineStyle } from "./legend.ts";
import type { Plane } from "./plane.ts";
import { checkLength, planeLines, planeShade } from "./planeMarks.ts";

/** A number over two hyperparameters, on logarithmic axes. */
export interface Landscape {
  /** What the hyperparameters are called, the one across first. */
  readonly parameters: readonly [string, string];
  /** Their values along each axis: positive, each the same multiple of the one before, as the axes are logarithmic. */
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** The number at each pair of values, along x first; NaN where it could not be computed. */
  readonly values: ArrayLike<number>;
}

/** A landscape as shades and contours, which are drawn at some depths below its top. */
export interface DrawnLandscape {
  /** The largest value. */
  readonly top: number;
  /** How many values are known. */
  readonly count: number;
  /** The depths that there are. */
  readonly depths: readonly number[];
  readonly scales: { readonly x: ScaleOptions; readonly y: ScaleOptions };
  readonly marks: readonly Markish[];
}

/** Points between two of the landscape, so that contours are as smooth as it is. */
const fineness = 8;
export const landscapeLine: LineStyle = { color: chartColors.ink, width: 0.6 };

/** Shades and contours of a landscape at depths below its top, darker where it is higher; holes count as its lowest value. */
export function drawLandscape(
  { parameters, x, y, values: given }: Landscape,
  depths: readonly number[],
): DrawnLandscape {
  checkLength("Values, one for each pair of hyperparameters", given.length, x.length * y.length);
  const [rangeX, rangeY] = [rangeOf("x", x), rangeOf("y", y)];
  const known = Array.from(given).filter(Number.isFinite);
  if (known.length === 0) throw new RangeError("There must be a value.");
  const [least, top] = [Math.min(...known), Math.max(...known)];
  const filled = Float64Array.from(given, (value) => (Number.isFinite(value) ? value : least));
  const { values, columns, rows } = finerGrid(filled, { columns: x.length, rows: y.length }, fineness);
  const plane: Plane = { x: around(rangeX, columns), y: around(rangeY, rows), columns, rows };
  const drawn = depths.filter((depth) => depth < top - least);
  const scale = (axis: "x" | "y", [from, to]: Range, label: string): ScaleOptions => ({
    domain: [from, to],
    ...axisLabel(axis, label),
    tickFormat: (log: number) => twoDigits(10 ** log),
  });
  return {
    top,
    count: known.length,
    depths: drawn,
    scales: { x: scale("x", rangeX, parameters[0]), y: scale("y", rangeY, parameters[1]) },
    marks: [
      ...drawn.map((depth) =>
        planeShade(
          plane,
          values,
          top - depth,
          { color: chartColors.blue, opacity: 0.13 },
          `within ${depth} of the largest`,
        ),
      ),
      planeLines(
        plane,
        values,
        drawn.map((depth) => top - depth),
        landscapeLine,
        "contours",
      ),
    ],
  };
}

type Range = readonly [number, number];

/** The logarithms of the first and the last of values that are equally far apart in theirs. */
function rangeOf(axis: string, values: readonly number[]): Range {
  const logs = values.map(Math.log10);
  const [first, last] = [logs[0], logs[logs.length - 1]];
  const step = (last - first) / (logs.length - 1);
  const isEven = logs.every((log, at) => Math.abs(log - first - at * step) <= 1e-6 * step);
  if (logs.length < 3 || !(step > 0) || !isEven) {
    throw new RangeError(`${axis} must be three or more positive values, each the same multiple of the one before.`);
  }
  return [first, last];
}

/** The edges of cells around so many points, the first and the last of which are given. */
function around([first, last]: Range, points: number): Range {
  const half = (last - first) / (points - 1) / 2;
  return [first - half, last + half];
}

/** Two digits of a number. */
export function twoDigits(value: number): string {
  return String(Number(value.toPrecision(2)));
}
