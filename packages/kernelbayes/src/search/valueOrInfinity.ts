import { NumericalError, unlessThrown } from "../errors.ts";

/** A value to be made small; Infinity where it is not a number or cannot be computed. */
export function valueOrInfinity(compute: () => number): number {
  const value = unlessThrown(NumericalError, compute) ?? Infinity;
  return Number.isNaN(value) ? Infinity : value;
}
