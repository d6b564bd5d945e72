import { NumericalError } from "../errors.ts";

/** A variance that rounding has made negative is 0; one that is truly negative is a `NumericalError`. */
export function requireVariance(variance: number, scale: number): number {
  if (variance >= 0) return variance;
  if (variance >= -1e-9 * scale) return 0;
  throw new NumericalError(
    "negative-variance",
    `A posterior variance is ${variance}, which is more than rounding of the prior variance ${scale}: ` +
      "the kernel is not positive semidefinite, or the precision β is too large for its rounding.",
  );
}
