import { InputError, type Posterior } from "kernelbayes";
import { thatRow, wording } from "kernelbayes/errors";

/** The class numbers of labels; a missing label, or one that the model does not know, is refused. */
export function knownClasses(
  labels: readonly (string | undefined)[],
  { classes, target }: Pick<Posterior, "classes" | "target">,
): Int32Array {
  const numbers = new Map(classes.map((label, number) => [label, number]));
  return Int32Array.from(labels, (label, row) => {
    const number = label === undefined ? undefined : numbers.get(label);
    if (number !== undefined) return number;
    const place = { row: row + 1, column: target };
    if (label === undefined) {
      throw new InputError(
        "missing-label",
        wording`Column ${JSON.stringify(target)} has no label in row ${thatRow}.`,
        place,
      );
    }
    throw new InputError(
      "unknown-label",
      wording`Column ${JSON.stringify(target)} has the label ${JSON.stringify(label)} in row ${thatRow}, which the model does not know.`,
      place,
      `Its classes are ${classes.map((one) => JSON.stringify(one)).join(", ")}.`,
    );
  });
}
