import { studentTCdf } from "../../numeric/index.ts";
import { checkFinite } from "../checkFinite.ts";
import { InputError } from "../../errors.ts";

/** A t test of paired differences. */
export interface PairedT extends TestResult {
  /** The mean of the differences. */
  readonly mean: number;
  /** The deviation by which the mean is divided. */
  readonly standardError: number;
}

/**
 * Student's t test of paired differences d₁ … d_J: is their mean zero?
 *
 *     t = d̄ / √(s²/J),     s² with the divisor J − 1,     J − 1 degrees of freedom.
 *
 * The differences must be independent, which differences over partitions of one data set are not: these share training and
 * test rows and pretend to more certainty than there is. For them take `correctedResampledT`.
 *
 * Where all differences are equal, p = 1 if they are 0 and p = 0 if they are not.
 *
 * @example pairedT([0.02, 0.01, 0.04, 0.00, 0.03]).p
 */
export function pairedT(differences: ArrayLike<number>): PairedT {
  return scaledT(differences, 1 / differences.length);
}

/** t = d̄/√(scale · s²) with J − 1 degrees of freedom. */
function scaledT(differences: ArrayLike<number>, scale: number): PairedT {
  checkFinite(differences, 2);
  const { mean, variance } = moments(differences);
  const standardError = Math.sqrt(scale * variance);
  const statistic = mean === 0 ? 0 : mean / standardError;
  const degrees = differences.length - 1;
  return {
    statistic,
    degreesOfFreedom: [degrees],
    p: 2 * studentTCdf(-Math.abs(statistic), degrees),
    mean,
    standardError,
  };
}

/** Mean and variance (divisor J − 1); equal values have a variance of exactly 0, whatever their sum is rounded to. */
function moments(values: ArrayLike<number>): { mean: number; variance: number } {
  const list = Float64Array.from(values);
  if (list.every((value) => value === list[0])) return { mean: list[0], variance: 0 };
  const mean = list.reduce((sum, value) => sum + value / list.length, 0);
  const squares = list.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, variance: squares / (list.length - 1) };
}

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

/** First less second, pair by pair. Lists of different lengths are no pairs and are refused. */
export function pairedDifferences(first: ArrayLike<number>, second: ArrayLike<number>): Float64Array {
  if (first.length !== second.length) {
    throw new InputError(
      "pairs-differ",
      `Pairs need two lists of one length; the first has ${first.length} values, the second ${second.length}.`,
    );
  }
  return Float64Array.from(first, (value, pair) => value - second[pair]);
}

/** The outcome of a test of the hypothesis that there is no difference. */
export interface TestResult {
  /** The quantity whose distribution under the hypothesis is known. */
  readonly statistic: number;
  /** The degrees of freedom of that distribution: two for F (numerator, denominator), none where it has none. */
  readonly degreesOfFreedom: readonly number[];
  /** The probability, if there is no difference, of a statistic at least as extreme. Two-sided where there are two sides. */
  readonly p: number;
}
