import type { Findings } from "./findings.ts";
import { markup } from "./markup.ts";
import { htmlTable } from "./htmlTable.ts";
import type { Section } from "./section.ts";
import { counted, fixedText, percentText } from "./words.ts";

const mostListed = 15;
/** Rows whose own class had at least this probability surprise nobody. */
const surprising = 0.5;

/** The rows whose label is the least probable: candidates for mislabelling, by name. */
export function surprisingSection(findings: Findings): Section | undefined {
  const { heldOut } = findings;
  const found = findings.suspects();
  if (!heldOut || !found) return undefined;
  const shown = found.rows.filter(({ ownProbability }, place) => ownProbability < surprising && place < mostListed);
  if (shown.length === 0) return undefined;
  const flagged = new Set(found.flagged.map(({ row }) => row));
  return {
    id: "surprising",
    title: "The most surprising rows",
    content: [
      markup`<p>
        Rows whose label a model that had not seen them thought improbable.
        ${
          flagged.size > 0
            ? `${counted(flagged.size, "row is", "rows are")} more surprising than honest data should have; about one in five of these flags will be false. Look these rows up.`
            : "None is more surprising than honest data may have, but a look at the first may still be worth it."
        }
        If labels were exchanged at random, it would be about ${percentText(found.noiseRate)} of them.
      </p>`,
      htmlTable(
        `The ${counted(shown.length, "row")} whose label is the least probable`,
        [
          { title: "Row" },
          { title: "Label" },
          { title: "Its probability", isNumber: true },
          { title: "More probable" },
          { title: "Probability of a wrong label", isNumber: true },
          { title: "q value", isNumber: true },
          { title: "Flag" },
        ],
        shown.map(({ row, label, suggested, ownProbability, qValue, flipProbability }) => [
          heldOut.names[row],
          heldOut.classes[label],
          percentText(ownProbability),
          heldOut.classes[suggested],
          percentText(flipProbability),
          fixedText(qValue),
          flagged.has(row) ? "check" : "",
        ]),
      ),
      markup`<p>The q value is the share of rightly labelled rows to be expected among this row and all above it.</p>`,
    ],
  };
}
