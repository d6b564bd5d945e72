import { areaY, dot, gridX, gridY, line, ruleX, type ScaleOptions } from "@observablehq/plot";
import { axisLabel } from "./axisLabel.ts";
import { chartColors } from "./chartColors.ts";
import type { ChartOptions } from "./chartOptions.ts";
import { chartText } from "./chartText.ts";
import { groupLabel } from "./groupLabel.ts";

/** A curve by its points, from left to right. */
export interface Curve {
  readonly name: string;
  readonly points: readonly CurvePoint[];
  /** Whether the points themselves are drawn, which are few. Default false. */
  readonly hasDots?: boolean;
  /** Whether points are joined by a line; without one they are drawn as dots. Default true. */
  readonly hasLine?: boolean;
  /** Whether the line is broken, as that of a limit or of a comparison. Default false. */
  readonly isDashed?: boolean;
  /** Whether the area between the line and 0 is shaded. Default false. */
  readonly isFilled?: boolean;
}

/** A point of a curve. */
export interface CurvePoint {
  readonly x: number;
  readonly y: number;
  /** Standard error of y, drawn up and down. Default none. */
  readonly standardError?: number;
}

/** An axis of a chart of curves. */
export interface CurveAxis {
  readonly label: string;
  /** Default "linear". */
  readonly scale?: "linear" | "log";
  /** Where the axis begins and ends; what lies beyond is cut off. Default: where the points do. */
  readonly domain?: readonly [number, number];
}

export interface CurveChartOptions extends ChartOptions {
  readonly x: CurveAxis;
  readonly y: CurveAxis;
}

const palette = [
  chartColors.blue,
  chartColors.vermilion,
  chartColors.green,
  chartColors.purple,
  chartColors.orange,
  chartColors.pink,
];

/**
 * Curves over a number, on linear or logarithmic axes, with standard errors where they are given.
 *
 * @example
 * curveChart([{ name: "direct", points: [{ x: 8, y: 0.01 }, { x: 16, y: 0.05 }] }], {
 *   x: { label: "rows", scale: "log" },
 *   y: { label: "seconds", scale: "log" },
 * })
 */
export function curveChart(curves: readonly Curve[], options: CurveChartOptions): string {
  if (!curves.some(({ points }) => points.length > 0)) throw new RangeError("There must be a curve with points.");
  if (curves.length > palette.length) throw new RangeError(`There can be ${palette.length} curves at most.`);
  for (const { name, points } of curves) for (const point of points) refuseWrong(name, point, options);
  const { x, y } = options;
  const clip = x.domain !== undefined || y.domain !== undefined;
  return chartText(
    {
      description:
        `${y.label} over ${x.label}: ` +
        `${curves.map(({ name, points }) => `${name} from ${rangeText(points)}`).join(", ")}.`,
      width: 520,
      height: 340,
      legend: curves.map(({ name, isDashed, hasLine = true }, at) =>
        hasLine
          ? { label: name, line: { color: palette[at], width: 1.6, ...(isDashed && { dashes: "5 3" }) } }
          : { label: name, symbol: { color: palette[at], symbol: "circle" } },
      ),
      plot: { x: scaleOf("x", x), y: scaleOf("y", y) },
      marks: [
        gridX({ ticks: 5 }),
        gridY({ ticks: 5 }),
        ...curves.flatMap(({ name, points, hasLine = true, hasDots = !hasLine, isDashed, isFilled }, at) => [
          ...(isFilled
            ? [
                areaY(points, {
                  x: "x",
                  y: "y",
                  fill: palette[at],
                  fillOpacity: 0.3,
                  clip,
                  ...groupLabel(`area of ${name}`),
                }),
              ]
            : []),
          ...(hasLine
            ? [
                line(points, {
                  x: "x",
                  y: "y",
                  stroke: palette[at],
                  strokeWidth: 1.6,
                  ...(isDashed && { strokeDasharray: "5 3" }),
                  clip,
                  ...groupLabel(name),
                }),
              ]
            : []),
          ...errorBars(points, palette[at], y),
          ...(hasDots
            ? [dot(points, { x: "x", y: "y", r: 3, fill: palette[at], clip, ...groupLabel(`${name}, points`) })]
            : []),
        ]),
      ],
    },
    options,
  );
}

function scaleOf(name: "x" | "y", { label, scale = "linear", domain }: CurveAxis): ScaleOptions {
  return {
    ...axisLabel(name, label),
    type: scale,
    ...(scale === "log" && { tickFormat: "~g" }),
    ...(domain && { domain: [...domain] }),
  };
}

function errorBars(points: readonly CurvePoint[], stroke: string, { scale }: CurveAxis): ReturnType<typeof ruleX>[] {
  const bars = points.flatMap(({ x, y, standardError = 0 }) => {
    const low = y - standardError;
    // On a logarithmic axis an error that reaches 0 has no lower end.
    return standardError > 0 && !(scale === "log" && low <= 0) ? [{ x, low, high: y + standardError }] : [];
  });
  return bars.length === 0
    ? []
    : [ruleX(bars, { x: "x", y1: "low", y2: "high", stroke, strokeWidth: 1.1, ...groupLabel("standard errors") })];
}

function refuseWrong(name: string, { x, y }: CurvePoint, axes: CurveChartOptions): void {
  const isRight = (value: number, { scale }: CurveAxis): boolean =>
    Number.isFinite(value) && (scale !== "log" || value > 0);
  if (isRight(x, axes.x) && isRight(y, axes.y)) return;
  throw new RangeError(`The point (${x}, ${y}) of ${name} has no place on the axes.`);
}

function rangeText(points: readonly CurvePoint[]): string {
  const [first, last] = [points.at(0), points.at(-1)];
  const text = (value: number): string => String(Number(value.toPrecision(3)));
  return first && last ? `${text(first.y)} at ${text(first.x)} to ${text(last.y)} at ${text(last.x)}` : "nothing";
}
