import { dot, frame } from "@observablehq/plot";
import { chartColors } from "./chartColors.ts";
import type { ChartOptions } from "./chartOptions.ts";
import { chartText } from "./chartText.ts";
import type { ClassStyle } from "./classStyle.ts";
import { groupLabel } from "./groupLabel.ts";
import { drawLandscape, landscapeLine, twoDigits, type Landscape } from "./landscape.ts";

/** The share of wrong labels over two hyperparameters, from 0 to 1. */
export interface ErrorSurface extends Landscape {
  /** The hyperparameters that were chosen, by whatever criterion. */
  readonly chosen?: readonly [x: number, y: number];
}

/** How far above the least error contours lie, in per cent of the rows. */
const heights = [0.5, 1, 2, 5, 10, 20];

const leastStyle: ClassStyle = { color: chartColors.green, symbol: "circle" };
const chosenStyle: ClassStyle = { color: chartColors.vermilion, symbol: "times" };

/** A point of the surface that is marked. */
interface Shown {
  readonly at: readonly [x: number, y: number];
  readonly label: string;
  readonly symbol: ClassStyle;
}

/**
 * The error over two hyperparameters on logarithmic axes, darker where it is lower, with lines at 0.5, 1, 2, 5, … per cent of the
 * rows above the least, a circle at the least and a cross at the hyperparameters that were chosen. Beside a chart of the evidence
 * over the same axes it shows whether the criterion leads to where errors are few.
 *
 * @example errorContourChart({ parameters: ["κ", "κ₀"], x: [0.1, 1, 10], y: [0.1, 1, 10], values })
 */
export function errorContourChart(surface: ErrorSurface, options: ChartOptions = {}): string {
  const { parameters, x, y, values, chosen } = surface;
  const negative = Float64Array.from(values, (value) => -100 * value);
  const { top, count, depths, scales, marks } = drawLandscape({ parameters, x, y, values: negative }, heights);
  const least = negative.indexOf(top);
  const best = [x[least % x.length], y[Math.floor(least / x.length)]] as const;
  const shown: Shown[] = [{ at: best, label: "the least error", symbol: leastStyle }];
  if (chosen) shown.push({ at: chosen, label: "chosen", symbol: chosenStyle });
  const place = ([across, upwards]: readonly [number, number]): string =>
    `${parameters[0]} ${twoDigits(across)} and ${parameters[1]} ${twoDigits(upwards)}`;
  return chartText(
    {
      description:
        `Error over ${parameters[0]} across and ${parameters[1]} upwards, on logarithmic axes. The least of ${count} values is ` +
        `${(-top).toFixed(2)} per cent, at ${place(best)}${chosen ? `; chosen were ${place(chosen)}` : ""}.`,
      width: 520,
      height: 440,
      legend: [
        ...shown.map(({ label, symbol }) => ({ label, symbol })),
        { label: `${depths.join(", ")} % above the least`, line: landscapeLine },
      ],
      plot: scales,
      marks: [
        ...marks,
        ...shown.map(({ at, label, symbol }) =>
          dot([at], {
            x: () => Math.log10(at[0]),
            y: () => Math.log10(at[1]),
            symbol: symbol.symbol,
            r: 6,
            stroke: symbol.color,
            strokeWidth: 2.4,
            ...groupLabel(label),
          }),
        ),
        frame({ stroke: chartColors.ink }),
      ],
    },
    options,
  );
}
