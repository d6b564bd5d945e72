import { areaUnderCurve } from "kernelbayes/evaluate";
import { classEvents } from "../charts/judgedRows.ts";
import { precisionRecallChart } from "../charts/precisionRecallChart.ts";
import { rocChart } from "../charts/rocChart.ts";
import { averagePrecision, thresholdCurve } from "../charts/thresholdCurve.ts";
import type { Findings } from "./findings.ts";
import { repeatedWords } from "./hasRepeatedInputs.ts";
import { howJudged } from "./howJudged.ts";
import { markup } from "./markup.ts";
import { htmlTable } from "./htmlTable.ts";
import type { Section } from "./section.ts";
import { fixedText, groupedDigits, percentText } from "./words.ts";

/** Receiver operating characteristic and precision against recall, of each class against the rest. */
export function curvesSection({
  heldOut,
  isMisjudged,
}: Pick<Findings, "heldOut" | "isMisjudged">): Section | undefined {
  if (!heldOut || new Set(Array.from(heldOut.truth)).size < 2) return undefined;
  const events = classEvents(heldOut);
  const isPair = heldOut.classes.length === 2;
  const isCut = !isPair && events.length < heldOut.classes.length;
  return {
    id: "curves",
    title: "ROC and precision–recall",
    gist: Number.isFinite(heldOut.scores.areaUnderCurve)
      ? `area under the ROC curve ${fixedText(heldOut.scores.areaUnderCurve)}`
      : undefined,
    group: "quality",
    content: [
      markup`<p>
        A threshold on the probability of a class decides how many of its rows are found, and how many others are taken
        for it. These curves run through all thresholds, measured
        ${howJudged(heldOut)}.${
          isPair
            ? ` The class is ${heldOut.classes[1]}.`
            : ` Each class is taken against all others${isCut ? `; of ${heldOut.classes.length} classes the ${events.length} with the most held-out rows are drawn` : ""}.`
        }
      </p>`,
      ...(isMisjudged() ? [markup`<p>${repeatedWords}</p>`] : []),
      {
        name: "roc",
        title: "Receiver operating characteristic",
        words:
          "The closer a curve comes to the upper left corner, the better the class is separated from the others; the diagonal is chance.",
        draw: (options) => rocChart(heldOut, options),
      },
      {
        name: "precision-recall",
        title: "Precision and recall",
        words:
          "The higher a curve stays towards the right, the fewer false alarms it takes to find all rows of the class.",
        table: htmlTable(
          "Curves of each class",
          [
            { title: "Class" },
            { title: "Rows", isNumber: true },
            { title: "Share", isNumber: true },
            { title: "Area under the ROC curve", isNumber: true },
            { title: "Average precision", isNumber: true },
          ],
          events.map((event) => {
            const rows = event.happened.reduce((sum, is) => sum + is, 0);
            return [
              event.label,
              groupedDigits(rows),
              percentText(rows / event.happened.length),
              fixedText(areaUnderCurve(event.probability, event.happened, event.weights)),
              fixedText(averagePrecision(thresholdCurve(event))),
            ];
          }),
        ),
        draw: (options) => precisionRecallChart(heldOut, options),
      },
    ],
  };
}
