import { frame, line } from "@observablehq/plot";
import { areaUnderCurve } from "kernelbayes/evaluate";
import { chartColors } from "./chartColors.ts";
import type { ChartOptions } from "./chartOptions.ts";
import { chartText } from "./chartText.ts";
import { chanceLine, curveStyle, strokeOf } from "./curveStyle.ts";
import { curveLabel } from "./curveLabel.ts";
import { groupLabel } from "./groupLabel.ts";
import { classEvents, type ClassEvent, type JudgedRows } from "./judgedRows.ts";
import { drawnPoints, thresholdCurve, type CurvePoint } from "./thresholdCurve.ts";
import { unitAxes } from "./unitAxes.ts";

/**
 * The receiver operating characteristic: which share of a class is found (upwards) against which share of the other rows is
 * taken for it by mistake (across), as the threshold falls from 1 to 0. A curve through the upper left corner tells the
 * classes apart, the diagonal is chance. The area under it stands in the legend. Of many classes each is drawn against the rest.
 *
 * @example rocChart({ classes, probabilities: prediction.probabilities, truth })
 */
export function rocChart(rows: JudgedRows, options: ChartOptions = {}): string {
  const curves = classEvents(rows).map((event) => ({ event, area: areaOf(event) }));
  const named = curves.map(({ event, area }) => `${event.label} ${area.toFixed(3)}`);
  return chartText(
    {
      description: `Recall of each class against the false positive rate; areas under the curves: ${named.join(", ")}.`,
      width: 440,
      height: 440,
      legend: [
        ...curves.map(({ event, area }) => ({
          label: curveLabel(event.label, "area", area, curves.length),
          line: curveStyle(event.number),
        })),
        { label: "chance", line: chanceLine },
      ],
      plot: unitAxes("false positive rate: share of other rows", "recall: share of the class that is found"),
      marks: [
        frame({ stroke: chartColors.ink, strokeOpacity: 0.5 }),
        line([0, 1], {
          x: (end: number) => end,
          y: (end: number) => end,
          ...strokeOf(chanceLine),
          ...groupLabel("chance"),
        }),
        ...curves.map(({ event }) =>
          line(drawnCurve(event), {
            x: "falseAlarms",
            y: "recall",
            ...strokeOf(curveStyle(event.number)),
            ...groupLabel(`curve of ${event.label}`),
          }),
        ),
      ],
    },
    options,
  );
}

type Rates = Pick<CurvePoint, "falseAlarms" | "recall">;

function drawnCurve(event: ClassEvent): Rates[] {
  return drawnPoints<Rates>(
    [{ falseAlarms: 0, recall: 0 }, ...thresholdCurve(event)],
    ({ falseAlarms }) => falseAlarms,
    ({ recall }) => recall,
  );
}

function areaOf({ probability, happened, weights }: ClassEvent): number {
  return areaUnderCurve(probability, happened, weights);
}
