import { frame } from "@observablehq/plot";
import type { Matrix } from "kernelbayes";
import { axisLabel } from "./axisLabel.ts";
import { chartColors } from "./chartColors.ts";
import type { ChartOptions } from "./chartOptions.ts";
import { chartText } from "./chartText.ts";
import { classStyle } from "./classStyle.ts";
import { checkPlane, type DecisionPlane } from "./decisionBoundaryChart.ts";
import type { LineStyle } from "./legend.ts";
import { innerRectangle } from "./plane.ts";
import { marginOf } from "./planeFields.ts";
import { checkLength, classDots, planeLines } from "./planeMarks.ts";

/** What draws from a posterior say all over a plane; the probabilities of the plane itself are those of all draws together. */
export interface BoundaryDraws extends Omit<DecisionPlane, "projection"> {
  /** Log probabilities of each draw, a row for each point of the plane and a column for each class. */
  readonly draws: readonly Matrix[];
}

const meanLine: LineStyle = { color: chartColors.ink, width: 2.2 };
const drawLine = { color: chartColors.gray, width: 0.8, opacity: 0.55 };

/**
 * The boundaries that single draws from the posterior of a classifier have, thin and gray, over the rows, and that of their mean
 * probability, which is how rows are classified. They run together where rows decide, and apart where nothing is known. (Domijan
 * & Wilson, Figure 2, has 25 draws.)
 *
 * @example boundaryDrawsChart({ ...decisionPlane(posterior, table), draws })
 */
export function boundaryDrawsChart(data: BoundaryDraws, options: ChartOptions = {}): string {
  checkPlane(data);
  const { classes, axes, plane, rows, draws, logProbabilities } = data;
  for (const draw of draws) {
    checkLength("Rows of a draw, one for each point of the plane", draw.rows, logProbabilities.rows);
    checkLength("Columns of a draw, one for each class", draw.columns, classes.length);
  }
  const numbers = Array.from(classes.keys());
  // The boundary of two classes is one line, which would be drawn twice.
  const bounded = classes.length === 2 ? [1] : numbers;
  const { x, y } = innerRectangle(plane);
  return chartText(
    {
      description:
        `${rows.classes.length} rows by ${axes[0]} across and ${axes[1]} upwards, with the boundaries of ${draws.length} draws ` +
        "from the posterior and that of their mean.",
      width: 520,
      height: 460,
      legend: [
        ...classes.map((label, q) => ({ label, symbol: classStyle(q) })),
        { label: `${draws.length} draws`, line: { ...drawLine, width: 1 } },
        { label: "mean", line: meanLine },
      ],
      plot: {
        x: { domain: [...x], ...axisLabel("x", axes[0]) },
        y: { domain: [...y], ...axisLabel("y", axes[1]) },
      },
      marks: [
        ...numbers.map((q) => classDots(rows, q, classes[q])),
        ...draws.flatMap((draw) =>
          bounded.map((q) => planeLines(plane, marginOf(draw, q), [0], drawLine, "boundary of a draw")),
        ),
        ...bounded.map((q) => planeLines(plane, marginOf(logProbabilities, q), [0], meanLine, "boundary of the mean")),
        frame({ stroke: chartColors.ink }),
      ],
    },
    options,
  );
}
