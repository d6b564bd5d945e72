import { dot, frame } from "@observablehq/plot";
import { axisLabel } from "./axisLabel.ts";
import { chartColors } from "./chartColors.ts";
import type { ChartOptions } from "./chartOptions.ts";
import { chartText } from "./chartText.ts";
import { finerGrid } from "./finerGrid.ts";
import { groupLabel } from "./groupLabel.ts";
import type { LineStyle } from "./legend.ts";
import type { Plane } from "./plane.ts";
import { checkLength, planeLines, planeShade } from "./planeMarks.ts";

/** The logarithm of the evidence over two hyperparameters. */
export interface EvidenceSurface {
  /** What the hyperparameters are called, the one across first. */
  readonly parameters: readonly [string, string];
  /** Their values along each axis: positive, each the same multiple of the one before, as the axes are logarithmic. */
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** The log evidence at each pair of values, along x first; NaN where it could not be computed. */
  readonly values: ArrayLike<number>;
  /** Where the search ended. */
  readonly optimum: readonly [x: number, y: number];
}

/** Points between two of the surface, so that contours are as smooth as it is. */
const fineness = 8;

/** How far below the largest value contours lie, in nats. */
const depths = [1, 2, 5, 10, 20, 50, 100, 200, 500];
const color = chartColors.blue;
const contourLine: LineStyle = { color: chartColors.ink, width: 0.6 };

/**
 * The log evidence over two hyperparameters on logarithmic axes, darker where it is larger, with lines at 1, 2, 5, 10, … nats
 * below the largest value and a cross where the search ended. A narrow peak says that the rows determine the hyperparameters, a
 * ridge that only some combination of them matters.
 *
 * @example evidenceContourChart(await evidenceSurface(posterior, table))
 */
export function evidenceContourChart(surface: EvidenceSurface, options: ChartOptions = {}): string {
  const { parameters, x, y, optimum } = surface;
  checkLength("Values, one for each pair of hyperparameters", surface.values.length, x.length * y.length);
  const [rangeX, rangeY] = [rangeOf("x", x), rangeOf("y", y)];
  const known = Array.from(surface.values).filter(Number.isFinite);
  if (known.length === 0) throw new RangeError("There must be a value.");
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const filled = Float64Array.from(surface.values, (value) => (Number.isFinite(value) ? value : least));
  const { values, columns, rows } = finerGrid(filled, { columns: x.length, rows: y.length }, fineness);
  const plane: Plane = { x: around(rangeX, columns), y: around(rangeY, rows), columns, rows };
  const drawn = depths.filter((depth) => depth < most - least);
  const [across, upwards] = optimum.map(Math.log10);
  return chartText(
    {
      description:
        `Log evidence over ${parameters[0]} across and ${parameters[1]} upwards, on logarithmic axes. The largest of ${known.length} ` +
        `values is ${most.toFixed(1)}; the search ended at ${parameters[0]} ${short(optimum[0])} and ${parameters[1]} ${short(optimum[1])}.`,
      width: 520,
      height: 440,
      legend: [
        { label: "where the search ended", symbol: { color: chartColors.vermilion, symbol: "times" } },
        { label: `${drawn.join(", ")} below the largest`, line: contourLine },
      ],
      plot: {
        x: { domain: [...rangeX], ...axisLabel("x", parameters[0]), tickFormat: powerText },
        y: { domain: [...rangeY], ...axisLabel("y", parameters[1]), tickFormat: powerText },
      },
      marks: [
        ...drawn.map((depth) =>
          planeShade(plane, values, most - depth, { color, opacity: 0.13 }, `within ${depth} of the largest`),
        ),
        planeLines(
          plane,
          values,
          drawn.map((depth) => most - depth),
          contourLine,
          "contours",
        ),
        dot([optimum], {
          x: () => across,
          y: () => upwards,
          symbol: "times",
          r: 6,
          stroke: chartColors.vermilion,
          strokeWidth: 2.4,
          ...groupLabel("where the search ended"),
        }),
        frame({ stroke: chartColors.ink }),
      ],
    },
    options,
  );
}

/** The logarithms of the first and the last of values that are equally far apart in theirs. */
function rangeOf(axis: string, values: readonly number[]): readonly [number, number] {
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
function around([first, last]: readonly [number, number], points: number): readonly [number, number] {
  const half = (last - first) / (points - 1) / 2;
  return [first - half, last + half];
}

function powerText(log: number): string {
  return short(10 ** log);
}

function short(value: number): string {
  return String(Number(value.toPrecision(2)));
}
