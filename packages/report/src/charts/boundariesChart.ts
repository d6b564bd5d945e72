import { frame } from "@observablehq/plot";
import type { Matrix } from "kernelbayes";
import { axisLabel } from "./axisLabel.ts";
import { chartColors } from "./chartColors.ts";
import type { ChartOptions } from "./chartOptions.ts";
import { chartText } from "./chartText.ts";
import { classStyle } from "./classStyle.ts";
import type { DecisionPlane, PlaneRows } from "./decisionBoundaryChart.ts";
import type { LineStyle } from "./legend.ts";
import { innerRectangle, type Plane } from "./plane.ts";
import { marginOf } from "./planeFields.ts";
import { checkLength, checkRows, classDots, planeLines } from "./planeMarks.ts";

/** What several classifiers say all over one plane. */
export interface Boundaries extends Pick<DecisionPlane, "axes" | "classes"> {
  readonly plane: Plane;
  readonly rows: PlaneRows;
  /** Each classifier with its log probabilities, a row for each point of the plane and a column for each class. */
  readonly boundaries: readonly { readonly name: string; readonly logProbabilities: Matrix }[];
}

/** In the order of the classifiers; told apart without colors too. */
const styles: readonly LineStyle[] = [
  { color: chartColors.ink, width: 2.2 },
  { color: chartColors.pink, width: 1.8, dashes: "7,4" },
  { color: chartColors.gray, width: 1.8 },
  { color: chartColors.green, width: 1.6, dashes: "2,3" },
];

/**
 * The boundaries of several classifiers over the same rows, a line for each: where they agree and where they do not. (Peña Centeno & Lawrence, Figure 6.)
 *
 * @example boundariesChart({ ...decisionPlane(posterior, table), boundaries: [{ name: "lssvm", logProbabilities }] })
 */
export function boundariesChart(data: Boundaries, options: ChartOptions = {}): string {
  const { classes, axes, plane, rows, boundaries } = data;
  checkRows(rows);
  if (boundaries.length === 0 || boundaries.length > styles.length) {
    throw new RangeError(`There can be 1 to ${styles.length} boundaries; got ${boundaries.length}.`);
  }
  for (const { name, logProbabilities } of boundaries) {
    checkLength(`Points of ${name}, as many as the plane has`, logProbabilities.rows, plane.columns * plane.rows);
    checkLength(`Columns of ${name}, one for each class`, logProbabilities.columns, classes.length);
  }
  const numbers = Array.from(classes.keys());
  // The boundary of two classes is one line, which would be drawn twice.
  const bounded = classes.length === 2 ? [1] : numbers;
  const { x, y } = innerRectangle(plane);
  return chartText(
    {
      description:
        `${rows.classes.length} rows by ${axes[0]} across and ${axes[1]} upwards, with the boundaries of ` +
        `${boundaries.map(({ name }) => name).join(", ")}.`,
      width: 520,
      height: 460,
      legend: [
        ...classes.map((label, q) => ({ label, symbol: classStyle(q) })),
        ...boundaries.map(({ name }, at) => ({ label: name, line: styles[at] })),
      ],
      plot: {
        x: { domain: [...x], ...axisLabel("x", axes[0]) },
        y: { domain: [...y], ...axisLabel("y", axes[1]) },
      },
      marks: [
        ...numbers.map((q) => classDots(rows, q, classes[q])),
        ...boundaries.flatMap(({ name, logProbabilities }, at) =>
          bounded.map((q) => planeLines(plane, marginOf(logProbabilities, q), [0], styles[at], `boundary of ${name}`)),
        ),
        frame({ stroke: chartColors.ink }),
      ],
    },
    options,
  );
}
