import { dot, frame } from "@observablehq/plot";
import { chartColors } from "./chartColors.ts";
import type { ChartOptions } from "./chartOptions.ts";
import { chartText } from "./chartText.ts";
import { groupLabel } from "./groupLabel.ts";
import { drawLandscape, landscapeLine, twoDigits, type Landscape } from "./landscape.ts";

/** The logarithm of the evidence over two hyperparameters. */
export interface EvidenceSurface extends Landscape {
  /** Where the search ended. */
  readonly optimum: readonly [x: number, y: number];
}

/** How far below the largest value contours lie, in nats. */
const depthsOfLines = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/**
 * The log evidence over two hyperparameters on logarithmic axes, darker where it is larger, with lines at 1, 2, 5, 10, … nats
 * below the largest value and a cross where the search ended. A narrow peak says that the rows determine the hyperparameters, a
 * ridge that only some combination of them matters.
 *
 * @example evidenceContourChart(await evidenceSurface(posterior, table))
 */
export function evidenceContourChart(surface: EvidenceSurface, options: ChartOptions = {}): string {
  const { parameters, optimum } = surface;
  const { top, count, depths, scales, marks } = drawLandscape(surface, depthsOfLines);
  const [across, upwards] = optimum.map(Math.log10);
  return chartText(
    {
      description:
        `Log evidence over ${parameters[0]} across and ${parameters[1]} upwards, on logarithmic axes. The largest of ${count} ` +
        `values is ${top.toFixed(1)}; the search ended at ${parameters[0]} ${twoDigits(optimum[0])} and ${parameters[1]} ${twoDigits(optimum[1])}.`,
      width: 520,
      height: 440,
      legend: [
        { label: "where the search ended", symbol: { color: chartColors.vermilion, symbol: "times" } },
        { label: `${depths.join(", ")} below the largest`, line: landscapeLine },
      ],
      plot: scales,
      marks: [
        ...marks,
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
