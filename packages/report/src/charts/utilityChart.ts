import { dot, gridY, line, ruleX } from "@observablehq/plot";
import { axisLabel } from "./axisLabel.ts";
import { chartColors } from "./chartColors.ts";
import type { ChartOptions } from "./chartOptions.ts";
import { chartText } from "./chartText.ts";
import { groupLabel } from "./groupLabel.ts";

/** What so many components are worth. */
export interface UtilityPoint {
  readonly count: number;
  readonly mean: number;
  /** Of the mean; NaN where it is not known. */
  readonly standardError: number;
}

export interface UtilityChartOptions extends ChartOptions {
  /** The number with the largest utility, which is marked. Default: found from the means, the smallest of equal ones. */
  readonly best?: number;
  /** A smaller number within one standard error of it, which is marked too. Default none. */
  readonly withinOneError?: number;
  /** Name of the axis upwards. Default "expected utility". */
  readonly label?: string;
}

const [color, bestColor, nearColor] = [chartColors.blue, chartColors.vermilion, chartColors.green];

/**
 * The expected utility of each number of components, with one standard error up and down, the best one marked and, where
 * it is given, the smallest that is hardly worse.
 *
 * @example utilityChart([{ count: 1, mean: 0.6, standardError: 0.02 }, { count: 2, mean: 0.7, standardError: 0.03 }])
 */
export function utilityChart(points: readonly UtilityPoint[], options: UtilityChartOptions = {}): string {
  if (points.length === 0) throw new RangeError("There must be a number of components.");
  const wrong = points.find(({ mean }) => !Number.isFinite(mean));
  if (wrong) throw new RangeError(`The mean of ${wrong.count} components is ${wrong.mean}.`);
  const most = Math.max(...points.map(({ mean }) => mean));
  const {
    best = points.find(({ mean }) => mean >= most - 1e-12)!.count,
    withinOneError,
    label = "expected utility",
  } = options;
  const bars = points.filter(({ standardError }) => standardError > 0);
  const ends = [
    ...points.map(({ mean }) => mean),
    ...bars.flatMap(({ mean, standardError }) => [mean - standardError, mean + standardError]),
  ];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const space = high > low ? 0.06 * (high - low) : 0.05;
  const counts = points.map(({ count }) => count);
  const [first, last] = [Math.min(...counts), Math.max(...counts)];
  const marked = [
    ...(withinOneError === undefined || withinOneError === best
      ? []
      : [{ at: withinOneError, stroke: nearColor, name: "within one standard error" }]),
    { at: best, stroke: bestColor, name: "best" },
  ];
  return chartText(
    {
      description:
        `The ${label} of ${points.map(({ count, mean }) => `${count} (${mean.toFixed(3)})`).join(", ")} components, ` +
        `with standard errors; the best number is ${best}.`,
      width: 520,
      height: 320,
      legend: [
        { label: "mean ± standard error", line: { color, width: 1.4 } },
        ...marked.toReversed().map(({ at, stroke, name }) => ({
          label: `${name}: ${at}`,
          symbol: { color: stroke, symbol: "circle" as const },
        })),
      ],
      plot: {
        x: {
          domain: [first - 0.4, last + 0.4],
          ...axisLabel("x", "number of components"),
          ticks: ticksBetween(first, last),
          tickFormat: "d",
        },
        y: { domain: [low - space, high + space], ...axisLabel("y", label) },
      },
      marks: [
        gridY({ ticks: 5 }),
        line(points, { x: "count", y: "mean", stroke: color, strokeWidth: 1.4, ...groupLabel("means") }),
        ruleX(bars, {
          x: "count",
          y1: ({ mean, standardError }: UtilityPoint) => mean - standardError,
          y2: ({ mean, standardError }: UtilityPoint) => mean + standardError,
          stroke: color,
          strokeWidth: 1.2,
          ...groupLabel("standard errors"),
        }),
        dot(points, { x: "count", y: "mean", r: 3, fill: color, ...groupLabel("means") }),
        ...marked.map(({ at, stroke, name }) =>
          dot(
            points.filter(({ count }) => count === at),
            { x: "count", y: "mean", r: 7, stroke, strokeWidth: 2, ...groupLabel(name) },
          ),
        ),
      ],
    },
    options,
  );
}

/** Whole numbers, at most fifteen of them. */
function ticksBetween(first: number, last: number): number[] {
  const step = Math.ceil((last - first + 1) / 15);
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, at) => first + at * step);
}
