import { bootstrapWith, type BootstrapInterval, type BootstrapOptions } from "./bootstrap.ts";
import { checkFinite } from "../checkFinite.ts";
import { pairedDifferences } from "../tests/pairedDifferences.ts";

/**
 * A bootstrap interval for the mean of one value a row, such as the log loss or the Brier score of a row, or 1 for a wrong
 * decision and 0 for a right one. The cost does not grow with the number of rows faster than that number.
 *
 * @example bootstrapMean(losses, { seed: 1 }).upper
 */
export function bootstrapMean(values: ArrayLike<number>, options: BootstrapOptions): BootstrapInterval {
  checkFinite(values, 2);
  const n = values.length;
  const meanOf = (rows: Int32Array): number => rows.reduce((sum, row) => sum + values[row], 0) / n;
  const mean = meanOf(Int32Array.from({ length: n }, (_, row) => row));
  return bootstrapWith(n, meanOf, options, (row) => (n * mean - values[row]) / (n - 1));
}

/**
 * A bootstrap interval for the mean difference of two methods' values on the same rows, first less second. Rows are drawn for
 * both together, so that what makes a row hard for both does not widen the interval.
 *
 * @example bootstrapDifference(lossesOfFirst, lossesOfSecond, { seed: 1 }).upper < 0 // the first loses less
 */
export function bootstrapDifference(
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  options: BootstrapOptions,
): BootstrapInterval {
  return bootstrapMean(pairedDifferences(first, second), options);
}
