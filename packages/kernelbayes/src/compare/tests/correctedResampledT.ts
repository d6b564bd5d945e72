import { InputError } from "../../errors.ts";
import { scaledT, type PairedT } from "./pairedT.ts";

/** The sizes of the two parts of a partition. */
export interface ResampledRows {
  /** Rows tested in each partition. */
  readonly testRows: number;
  /** Rows learned from in each partition. */
  readonly trainRows: number;
}

/**
 * The corrected resampled t test: is the mean of the differences d₁ … d_J of two methods over J partitions of one data set
 * zero?
 *
 *     t = d̄ / √((1/J + n_test/n_train) s²),     s² with the divisor J − 1,     J − 1 degrees of freedom.
 *
 * Partitions overlap, so their differences are correlated; the term n_test/n_train stands for that correlation, and does
 * not vanish however many partitions are drawn. For r-times repeated k-fold cross-validation J = r k and the ratio is
 * 1/(k − 1). Where all differences are equal, p = 1 if they are 0 and p = 0 if they are not.
 *
 * (C. Nadeau & Y. Bengio, *Machine Learning* 52, 2003; R. R. Bouckaert & E. Frank, *PAKDD* 2004, for repeated folds.)
 *
 * @example correctedResampledT(differences, { testRows: 30, trainRows: 70 }).p
 */
export function correctedResampledT(differences: ArrayLike<number>, { testRows, trainRows }: ResampledRows): PairedT {
  for (const [name, rows] of Object.entries({ testRows, trainRows })) {
    if (!(rows > 0 && rows < Infinity)) {
      throw new InputError("invalid-rows", `${name} must be a positive number of rows; got ${rows}.`);
    }
  }
  return scaledT(differences, 1 / differences.length + testRows / trainRows);
}
