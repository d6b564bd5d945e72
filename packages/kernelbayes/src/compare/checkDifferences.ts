import { InputError } from "../errors.ts";

/** Refuses differences that are too few, or of which one is not finite. */
export function checkDifferences(differences: ArrayLike<number>, fewest: number): void {
  if (differences.length < fewest) {
    throw new InputError(
      "too-few-pairs",
      `At least ${fewest} pair${fewest === 1 ? " is" : "s are"} needed; got ${differences.length}.`,
    );
  }
  for (let pair = 0; pair < differences.length; pair++) {
    if (!Number.isFinite(differences[pair])) {
      throw new InputError("not-finite", `The difference of a pair must be finite; got ${differences[pair]}.`, {
        row: pair + 1,
      });
    }
  }
}
