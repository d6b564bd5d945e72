import { InputError, type Warning } from "../../errors.ts";
import { stream } from "../../random/index.ts";
import { bcaInterval } from "./bcaInterval.ts";
import { percentileInterval } from "./percentileInterval.ts";
import { strataOf } from "./strataOf.ts";

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
export function bootstrapWith(
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

  const random = stream(seed, BRANCH);
  const drawn = new Int32Array(rows);
  const values = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample++) {
    let place = 0;
    for (const stratum of members) {
      for (let count = stratum.length; count > 0; count--) drawn[place++] = stratum[random.integer(stratum.length)];
    }
    values[resample] = statistic(drawn);
  }
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
