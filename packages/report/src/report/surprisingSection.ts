import { contradictingRows } from "kernelbayes/compare";
import { encode } from "kernelbayes/table";
import type { Findings } from "./findings.ts";
import { markup, type Markup } from "./markup.ts";
import { htmlTable } from "./htmlTable.ts";
import type { Section } from "./section.ts";
import { counted, fixedText, listed, percentText } from "./words.ts";

const mostListed = 15;
const mostContradictions = 5;
/** From this share of the rows on, contradictions are no matter of single labels. */
const manyContradictions = 0.2;
/** The rows whose label is the least probable: candidates for mislabelling, by name. */
export function surprisingSection(findings: Findings): Section | undefined {
  const section = suspectSection(findings);
  return section && { ...section, content: [...section.content, ...contradictions(findings)] };
}

/** The same without a look at the training rows. */
export function suspectSection(findings: Pick<Findings, "heldOut" | "suspects" | "isMisjudged">): Section | undefined {
  const { heldOut } = findings;
  const found = findings.suspects();
  if (!heldOut || !found) return undefined;
  const shown = found.rows.filter(({ label, suggested }) => label !== suggested).slice(0, mostListed);
  if (shown.length === 0) return undefined;
  const flagged = new Set(found.flagged.map(({ row }) => row));
  return {
    id: "surprising",
    title: "The most surprising rows",
    gist: flagged.size > 0 ? `${counted(flagged.size, "label")} to check` : "no label is suspicious",
    group: "quality",
    content: [
      markup`<p>
        Rows whose label is improbable to a model that has not seen them.
        ${
          flagged.size > 0
            ? `${counted(flagged.size, "row is", "rows are")} more surprising than correct labels would be; about one in five of these flags is false. Check these rows.`
            : "None is more surprising than correct labels can be; the first ones may still be worth a look."
        }
        The estimated share of wrong labels is
        ${percentText(found.noiseRate)}.${
          heldOut.isCalibrated() || findings.isMisjudged()
            ? ""
            : " The probabilities are not calibrated here, so that rows may look more surprising than they are."
        }
      </p>`,
      htmlTable(
        `The ${counted(shown.length, "row")} whose label is the least probable`,
        [
          { title: "Row" },
          { title: "Label" },
          { title: "Its probability", isNumber: true },
          { title: "More probable" },
          { title: "q value", isNumber: true },
          ...(flagged.size > 0 ? [{ title: "Flag" }] : []),
        ],
        shown.map(({ row, label, suggested, ownProbability, qValue }) => [
          heldOut.names[row],
          heldOut.classes[label],
          percentText(ownProbability),
          heldOut.classes[suggested],
          fixedText(qValue),
          ...(flagged.size > 0 ? [flagged.has(row) ? "check" : ""] : []),
        ]),
      ),
      markup`<p>
        The q value estimates the share of false alarms among this row and all above it: near 1 such rows are expected
        with correct labels, near 0 their labels are probably wrong.
      </p>`,
    ],
  };
}

/** Training rows that agree in every column and differ in their label: no model can separate them. */
function contradictions({ posterior, training, input }: Findings): Markup[] {
  const sets = contradictingRows(encode(posterior.encoding, training), posterior.training.classes);
  if (sets.length === 0) return [];
  const nameOf = (row: number): string => {
    const place = posterior.training.rows[row];
    return input.rowNames?.[place] ?? `row ${place + 1}`;
  };
  const count = sets.reduce((sum, { rows }) => sum + rows.length, 0);
  if (count > manyContradictions * training.rows) {
    return [
      markup`<p>
        ${counted(count, "training row has", "training rows have")} the same cells as rows of another label: the columns in use cannot
        separate these, whatever the model.
      </p>`,
    ];
  }
  const shown = sets.slice(0, mostContradictions).map(({ rows }) => listed(Array.from(rows, nameOf), 6));
  return [
    markup`<p>
      ${counted(sets.length, "set of training rows agrees", "sets of training rows agree")} in every column in use, and yet the labels
      differ, so that some of these labels are wrong or the columns cannot separate them:
      ${shown.join("; ")}${sets.length > shown.length ? `; and ${sets.length - shown.length} more` : ""}.
    </p>`,
  ];
}
