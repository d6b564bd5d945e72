import { counterfactualsSync } from "kernelbayes/explain";
import type { Question, RowChanges } from "../living/questions.ts";
import type { Started } from "./answerTo.ts";

/** The smallest changes of a row that change its decision. */
export function changesOf(
  { posterior, table }: Started,
  { cells, fixed, target }: Extract<Question, { kind: "change" }>,
): RowChanges {
  const { classes, found } = counterfactualsSync(posterior, [cells], {
    fixed,
    ...(target !== undefined && { target }),
    ...(table && { examples: table }),
  });
  return {
    found: found.map(({ label, probabilities, changes }) => ({
      label,
      probability: probabilities[classes.indexOf(label)],
      changes: changes.map(({ column, to, fromText, toText }) => ({ column, to, fromText, toText })),
    })),
  };
}
