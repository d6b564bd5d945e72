import { InputError, type Warning } from "../errors.ts";
import { stream } from "../random/index.ts";
import { thatRow, wording } from "../wording.ts";
import { normalCdf, normalQuantile, quantileOfSorted } from "../numeric/index.ts";
import { checkFinite } from "./checkFinite.ts";
import { pairedDifferences } from "./tests/pairedT.ts";

/** Resamples draw from a branch of their own, so that a model with the same seed does not meet the same numbers. */
const BRANCH = 1_651_470_196;

/** How a bootstrap interval is made. */
export interface BootstrapOptions {
  readonly seed: number;
  /** The probability with which the interval should cover the truth; default 0.95. */
  readonly level?: number;
  /** How many resamples are drawn; default 2000. At least ten must be expected outside the interval. */
  readonly resamples?: number;
  /**
   * Default "bca", bias-corrected and accelerated, which costs one more evaluation for each row; "percentile" is cheaper,
   * and off to one side where the statistic is biased or skewed.
   */
  readonly method?: "bca" | "percentile";
  /** The stratum of each row, for example its class: every resample has as many rows of each stratum as the data have. */
  readonly strata?: ArrayLike<number | string>;
}

/** A statistic with its bootstrap interval. */
export interface BootstrapInterval {
  /** The statistic of the data themselves. */
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
  readonly level: number;
  readonly method: "bca" | "percentile";
  /** The standard deviation of the statistic over the resamples. */
  readonly standardError: number;
  /** The mean of the statistic over the resamples, less the estimate. */
  readonly bias: number;
  /** How many resamples had a statistic, and entered the interval. */
  readonly resamples: number;
  readonly warnings: readonly Warning[];
}

/**
 * A bootstrap interval for any statistic of rows: rows are drawn with replacement, as many as there are, and the statistic is
 * computed anew, many times over; the interval lies between quantiles of what came out. The function is given row numbers,
 * some of them several times, and must depend on nothing else.
 *
 * Rows must be independent of each other. The interval speaks of new rows for predictions that stand; it does not know that a
 * model trained on other rows would predict otherwise. With predictions of two methods for the same rows, let the function return
 * the difference: rows are then drawn for both together.
 *
 * (B. Efron & R. J. Tibshirani, *An Introduction to the Bootstrap*, 1993, chapters 13 and 14.)
 *
 * @example bootstrap(truth.length, (rows) => areaUnderCurve(pick(scores, rows), pick(truth, rows)), { seed: 1, strata: truth })
 */
export function bootstrap(
  rows: number,
  statistic: (rows: Int32Array) => number,
  options: BootstrapOptions,
): BootstrapInterval {
  return bootstrapWith(rows, statistic, options, (row) => {
    const others = Int32Array.from({ length: rows - 1 }, (_, index) => (index < row ? index : index + 1));
    return statistic(others);
  });
}

/** The same for a statistic that knows a shorter way to its value without one row. */
function bootstrapWith(
  rows: number,
  statistic: (rows: Int32Array) => number,
  { seed, level = 0.95, resamples = 2000, method = "bca", strata }: BootstrapOptions,
  leaveOneOut: (row: number) => number,
): BootstrapInterval {
  checkOptions(rows, level, resamples, method);
  const members = strataOf(rows, strata);
  const estimate = statistic(Int32Array.from({ length: rows }, (_, row) => row));
  if (!Number.isFinite(estimate)) {
    throw new InputError("undefined-statistic", `The statistic of all rows must be finite; it is ${estimate}.`);
  }
  const values = valuesOfResamples(statistic, members, rows, resamples, seed);
  const warnings: Warning[] = [];
  const sorted = values.filter((value) => Number.isFinite(value)).toSorted();
  if (sorted.length < resamples) {
    if (sorted.length === 0) {
      throw new InputError("undefined-statistic", "The statistic was not finite on any resample.");
    }
    warnings.push({
      code: "undefined-resamples",
      message: `The statistic was not finite on ${resamples - sorted.length} of ${resamples} resamples, which were left out. If a class was missing from them, give the classes as strata.`,
    });
  }
  const mean = sorted.reduce((sum, value) => sum + value / sorted.length, 0);
  const squares = sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const interval =
    method === "bca"
      ? bcaInterval(sorted, estimate, level, members, leaveOneOut)
      : { ...percentileInterval(sorted, level), warnings: [] };
  return {
    estimate,
    lower: interval.lower,
    upper: interval.upper,
    level,
    method,
    standardError: Math.sqrt(squares / (sorted.length - 1)),
    bias: mean - estimate,
    resamples: sorted.length,
    warnings: [...warnings, ...interval.warnings],
  };
}

/** The statistic of rows that are drawn with replacement, from each stratum as many as it has. */
function valuesOfResamples(
  statistic: (rows: Int32Array) => number,
  strata: readonly Int32Array[],
  rows: number,
  resamples: number,
  seed: number,
): Float64Array {
  const random = stream(seed, BRANCH);
  const drawn = new Int32Array(rows);
  const values = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample++) {
    let place = 0;
    for (const stratum of strata) {
      for (let count = stratum.length; count > 0; count--) drawn[place++] = stratum[random.integer(stratum.length)];
    }
    values[resample] = statistic(drawn);
  }
  return values;
}

function checkOptions(rows: number, level: number, resamples: number, method: string): void {
  if (!Number.isSafeInteger(rows) || rows < 2) {
    throw new InputError("too-few-rows", `A bootstrap needs at least 2 rows; got ${rows}.`);
  }
  if (!(level > 0 && level < 1)) {
    throw new InputError("invalid-level", `The level of an interval must lie between 0 and 1; got ${level}.`);
  }
  const fewest = Math.ceil(10 / (1 - level) - 1e-9);
  if (!Number.isSafeInteger(resamples) || resamples < fewest) {
    throw new InputError(
      "too-few-resamples",
      `An interval of level ${level} needs at least ${fewest} resamples; got ${resamples}.`,
    );
  }
  if (method !== "bca" && method !== "percentile") {
    throw new RangeError(`method must be "bca" or "percentile"; got ${method}.`);
  }
}

/**
 * The bias-corrected and accelerated interval: percentiles of the resampled statistics (in ascending order) at
 *
 *     Φ(z₀ + (z₀ + z)/(1 − a (z₀ + z))),     z = Φ⁻¹((1 ± level)/2),
 *
 * where z₀ = Φ⁻¹(share of resampled statistics below the estimate, equal ones counting half) corrects the bias in the
 * middle, and the acceleration a the growth of the standard error with the statistic. With θ₍ᵢ₎ the statistic without row i, and
 * Uᵢ = (n_s − 1)(mean θ₍.₎ − θ₍ᵢ₎)/n_s within each stratum s of n_s rows,
 *
 *     a = Σ Uᵢ³ / (6 (Σ Uᵢ²)^{3/2}),
 *
 * 0 where no row matters. The only row of a stratum is in every resample, and has no part in a.
 * (B. Efron, *JASA* 82, 1987; several samples as in Davison & Hinkley, *Bootstrap Methods and their Application*, 1997, 3.2.)
 */
export function bcaInterval(
  sorted: Float64Array,
  estimate: number,
  level: number,
  strata: readonly Int32Array[],
  leaveOneOut: (row: number) => number,
): { lower: number; upper: number; warnings: Warning[] } {
  const warnings: Warning[] = [];
  const below = sorted.reduce((sum, value) => sum + (value < estimate ? 1 : value === estimate ? 0.5 : 0), 0);
  if (below === 0 || below === sorted.length) {
    warnings.push({
      code: "estimate-outside-resamples",
      message: `All ${sorted.length} resampled statistics lie on one side of the estimate, so that its bias cannot be corrected for more than that number shows. The statistic may not suit the bootstrap, as a largest value does not.`,
    });
  }
  // With B resamples a share cannot be told from 1/(2B).
  const share = Math.min(Math.max(below, 0.5), sorted.length - 0.5) / sorted.length;
  const z0 = normalQuantile(share);
  const a = acceleration(strata, leaveOneOut);
  const endpoint = (q: number): number => {
    const shifted = z0 + normalQuantile(q);
    const scale = 1 - a * shifted;
    // At the pole of the transformation the percentile has long reached the end.
    const percentile = scale > 0 ? normalCdf(z0 + shifted / scale) : shifted > 0 ? 1 : 0;
    return quantileOfSorted(sorted, percentile);
  };
  return { lower: endpoint((1 - level) / 2), upper: endpoint((1 + level) / 2), warnings };
}

function acceleration(strata: readonly Int32Array[], leaveOneOut: (row: number) => number): number {
  let squares = 0;
  let cubes = 0;
  for (const rows of strata) {
    const n = rows.length;
    if (n === 1) continue;
    const without = Float64Array.from(rows, leaveOneOut);
    const undefinedAt = without.findIndex((value) => !Number.isFinite(value));
    if (undefinedAt >= 0) {
      throw new InputError(
        "undefined-statistic",
        wording`The statistic is not finite without row ${thatRow}, so that a BCa interval cannot be made.`,
        { row: rows[undefinedAt] + 1 },
        'Give strata that keep the row (the only one of its class?), or choose method: "percentile".',
      );
    }
    const mean = without.reduce((sum, value) => sum + value / n, 0);
    for (const value of without) {
      const influence = ((n - 1) * (mean - value)) / n;
      squares += influence ** 2;
      cubes += influence ** 3;
    }
  }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
}

/** From the (1 − level)/2 to the (1 + level)/2 quantile of the resampled statistics, which are in ascending order. */
export function percentileInterval(sorted: Float64Array, level: number): { lower: number; upper: number } {
  return {
    lower: quantileOfSorted(sorted, (1 - level) / 2),
    upper: quantileOfSorted(sorted, (1 + level) / 2),
  };
}

/** The row numbers of each stratum; one stratum of all rows if none are given. */
export function strataOf(rows: number, strata?: ArrayLike<number | string>): Int32Array[] {
  if (strata === undefined) return [Int32Array.from({ length: rows }, (_, row) => row)];
  if (strata.length !== rows) {
    throw new InputError(
      "strata-length",
      `There are ${rows} rows but ${strata.length} strata.`,
      {},
      "Give one to each row.",
    );
  }
  const members = new Map<number | string, number[]>();
  for (let row = 0; row < rows; row++) {
    const others = members.get(strata[row]);
    if (others) others.push(row);
    else members.set(strata[row], [row]);
  }
  return Array.from(members.values(), (list) => Int32Array.from(list));
}

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
