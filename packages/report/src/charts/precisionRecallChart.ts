import { frame, line, ruleY } from "@observablehq/plot";
import { chartColors } from "./chartColors.ts";
import type { ChartOptions } from "./chartOptions.ts";
import { chartText } from "./chartText.ts";
import { chanceLine, curveStyle, strokeOf } from "./curveStyle.ts";
import { curveLabel } from "./curveLabel.ts";
import { groupLabel } from "./groupLabel.ts";
import { classEvents, type JudgedRows } from "./judgedRows.ts";
import { averagePrecision, drawnPoints, thresholdCurve, type CurvePoint } from "./thresholdCurve.ts";
import { unitAxes } from "./unitAxes.ts";

/**
 * Which share of what is taken for a class is of it (upwards) against which share of the class is found (across), as the
 * threshold falls from 1 to 0. For rare classes it says more than the receiver operating characteristic, which hardly sees
 * false alarms among many other rows. The average precision stands in the legend; of two classes a line shows the share of
 * the class, which is what chance would reach.
 *
 * @example precisionRecallChart({ classes, probabilities: prediction.probabilities, truth })
 */
export function precisionRecallChart(rows: JudgedRows, options: ChartOptions = {}): string {
  const curves = classEvents(rows).map((event) => {
    const points = thresholdCurve(event);
    return { event, points, average: averagePrecision(points) };
  });
  const named = curves.map(({ event, average }) => `${event.label} ${average.toFixed(3)}`);
  // The last point takes all rows: its precision is the share of the class.
  const shares = rows.classes.length === 2 ? curves.map(({ points }) => points.at(-1)!.precision) : [];
  return chartText(
    {
      description: `Precision against recall of each class; average precision: ${named.join(", ")}.`,
      width: 440,
      height: 440,
      legend: [
        ...curves.map(({ event, average }) => ({
          label: curveLabel(event.label, "average", average, curves.length),
          line: curveStyle(event.number),
        })),
        ...(shares.length > 0 ? [{ label: "chance", line: chanceLine }] : []),
      ],
      plot: unitAxes("recall", "precision"),
      marks: [
        frame({ stroke: chartColors.ink, strokeOpacity: 0.5 }),
        ruleY(shares, { ...strokeOf(chanceLine), ...groupLabel("chance") }),
        ...curves.map(({ event, points }) =>
          line(drawnCurve(points), {
            x: "recall",
            y: "precision",
            curve: "step-before",
            ...strokeOf(curveStyle(event.number)),
            ...groupLabel(`curve of ${event.label}`),
          }),
        ),
      ],
    },
    options,
  );
}

function drawnCurve(points: readonly CurvePoint[]): CurvePoint[] {
  return drawnPoints(
    [{ ...points[0], recall: 0 }, ...points],
    ({ recall }) => recall,
    ({ precision }) => precision,
  );
}
