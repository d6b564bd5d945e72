import { reliabilityChart, reliabilityCurves } from "../charts/reliabilityChart.ts";
import type { Findings } from "./findings.ts";
import { markup } from "./markup.ts";
import { repeatedWords } from "./hasRepeatedInputs.ts";
import { htmlTable } from "./htmlTable.ts";
import type { Section } from "./section.ts";
import { scoreText } from "../figureText.ts";
import { groupedDigits, percentText } from "./words.ts";

/** About so many rows should stand behind each point of the diagram. */
const rowsPerBin = 15;

/** Whether what is called probable comes true as often as that. */
export function calibrationSection({
  heldOut,
  isMisjudged,
}: Pick<Findings, "heldOut" | "isMisjudged">): Section | undefined {
  if (!heldOut || new Set(Array.from(heldOut.truth)).size < 2) return undefined;
  const bins = Math.max(2, Math.min(10, Math.round(heldOut.truth.length / rowsPerBin)));
  const [first] = reliabilityCurves(heldOut, { bins });
  const { error, byChance } = heldOut.scores.calibration;
  return {
    id: "calibration",
    title: "Calibration",
    gist: `probabilities off by ${scoreText(error)}, by chance alone ${scoreText(byChance)}`,
    group: "quality",
    content: [
      markup`<p>
        Of rows with a probability of 80 % for a class, eight in ten should be of that class. Rows are grouped by their
        probability, and each group's mean probability is compared with the observed frequency. The calibration error,
        the mean distance between the two, is ${scoreText(error)}; perfect probabilities would have about
        ${scoreText(byChance)} by chance.
      </p>`,
      ...(isMisjudged() ? [markup`<p>${repeatedWords}</p>`] : []),
      {
        name: "reliability",
        title: "Reliability of the probabilities",
        words:
          "Points near the diagonal are calibrated: their interval should reach it. Below it, probabilities are too high, above it too low. Bars show how many rows have which probability.",
        table: htmlTable(
          `Groups of rows by probability of ${first.number === undefined ? "the most probable class" : first.name}`,
          [
            { title: "Mean probability", isNumber: true },
            { title: "Observed", isNumber: true },
            { title: "95 % interval", isNumber: true },
            { title: "Rows", isNumber: true },
          ],
          first.bins.map(({ meanProbability, frequency, interval, rows }) => [
            percentText(meanProbability),
            percentText(frequency),
            `${percentText(interval[0])} to ${percentText(interval[1])}`,
            groupedDigits(rows),
          ]),
        ),
        draw: (options) => reliabilityChart(heldOut, { ...options, bins }),
      },
    ],
  };
}
