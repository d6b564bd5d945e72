import { InputError } from "../../errors.ts";

/** Checks the probabilities that binary machines gave to their classes and keeps them off 0 and 1 by `margin`. */
export function binaryProbabilities(values: ArrayLike<number>, margin: number): Float64Array {
  return Float64Array.from(values, (value) => {
    if (!(value >= 0 && value <= 1)) {
      throw new InputError(
        "not-a-probability",
        `A binary machine's probability must lie between 0 and 1; got ${value}.`,
      );
    }
    return Math.min(1 - margin, Math.max(margin, value));
  });
}
