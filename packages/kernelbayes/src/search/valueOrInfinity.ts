import { NumericalError, unlessThrown } from "../errors.ts";
import { finished, type Work } from "../run/work.ts";

/** A value to be made small; Infinity where it is not a number or cannot be computed. */
export function valueOrInfinity(compute: () => number): number {
  const value = unlessThrown(NumericalError, compute) ?? Infinity;
  return Number.isNaN(value) ? Infinity : value;
}

/** The same of a value that may take long. */
export function* longValueOrInfinity(compute: () => number | Work<number>): Work<number> {
  try {
    const value = yield* finished(compute());
    return Number.isNaN(value) ? Infinity : value;
  } catch (error) {
    if (error instanceof NumericalError) return Infinity;
    throw error;
  }
}
