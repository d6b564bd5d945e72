import { InputError } from "../errors.ts";

/** Refuses values, one a pair or a row, that are too few or of which one is not finite. */
export function checkFinite(values: ArrayLike<number>, fewest: number): void {
  if (values.length < fewest) {
    throw new InputError(
      "too-few-values",
      `At least ${fewest} value${fewest === 1 ? " is" : "s are"} needed; got ${values.length}.`,
    );
  }
  for (let index = 0; index < values.length; index++) {
    if (!Number.isFinite(values[index])) {
      throw new InputError("not-finite", `A value or difference must be finite; got ${values[index]}.`, {
        row: index + 1,
      });
    }
  }
}
