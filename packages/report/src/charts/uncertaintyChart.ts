import { frame } from "@observablehq/plot";
import { axisLabel } from "./axisLabel.ts";
import { chartColors } from "./chartColors.ts";
import type { ChartOptions } from "./chartOptions.ts";
import { chartText } from "./chartText.ts";
import { classStyle } from "./classStyle.ts";
import { checkPlane, type DecisionPlane } from "./decisionBoundaryChart.ts";
import type { LineStyle } from "./legend.ts";
import { innerRectangle } from "./plane.ts";
import { marginOf } from "./planeFields.ts";
import { checkLength, classDots, planeLines, planeShade } from "./planeMarks.ts";

const boundaryLine: LineStyle = { color: chartColors.ink, width: 1.6 };
const widths = [0.1, 0.2, 0.3, 0.5, 0.7];
const shade = { color: chartColors.purple, opacity: 0.14 };

/**
 * How well the probabilities are known all over a plane: darker where the interval of the most probable class's probability is
 * wider. Near the boundary probabilities are even because the classes mix; where it is dark they are even, or sure, because
 * nothing is known there.
 *
 * @example uncertaintyChart(decisionPlane(posterior, table))
 */
export function uncertaintyChart(data: DecisionPlane, options: ChartOptions = {}): string {
  checkPlane(data);
  const { classes, axes, plane, rows, logProbabilities, widths: given } = data;
  if (!given) throw new RangeError("The plane must have widths of intervals; decisionPlane gives them.");
  checkLength("Widths of intervals, one for each point of the plane", given.length, plane.columns * plane.rows);
  const values = Float64Array.from(given);
  const numbers = Array.from(classes.keys());
  const drawn = widths.filter((width) => values.some((value) => value >= width));
  const { x, y } = innerRectangle(plane);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return chartText(
    {
      description:
        `Widths of the intervals of probabilities by ${axes[0]} across and ${axes[1]} upwards: ${mean.toFixed(2)} on average, ` +
        `at most ${Math.max(...values).toFixed(2)}.`,
      width: 520,
      height: 460,
      legend: [
        ...classes.map((label, q) => ({ label, symbol: classStyle(q) })),
        ...drawn.map((width, place) => ({
          label: `interval ≥ ${width}`,
          patches: [{ color: shade.color, opacity: 1 - (1 - shade.opacity) ** (place + 1) }],
        })),
        { label: "boundary", line: boundaryLine },
      ],
      plot: {
        x: { domain: [...x], ...axisLabel("x", axes[0]) },
        y: { domain: [...y], ...axisLabel("y", axes[1]) },
      },
      marks: [
        ...drawn.map((width) => planeShade(plane, values, width, shade, `interval at least ${width} wide`)),
        // The boundary of two classes is one line, which would be drawn twice.
        ...(classes.length === 2 ? [1] : numbers).map((q) =>
          planeLines(plane, marginOf(logProbabilities, q), [0], boundaryLine, "boundary"),
        ),
        ...numbers.map((q) => classDots(rows, q, classes[q], 2.2)),
        frame({ stroke: chartColors.ink }),
      ],
    },
    options,
  );
}
