import { InputError } from "../../../errors.ts";

/** Throws an `InputError` unless a regularization is greater than 0 and finite. */
export function requireRegularization(value: number): void {
  if (value > 0 && value < Infinity) return;
  throw new InputError(
    "invalid-option",
    `The regularization must be greater than 0 and finite; got ${value}. ` +
      "Without any, use the eigenvalue threshold or the limit β → ∞ of the Bayesian Fisher discriminant.",
  );
}
