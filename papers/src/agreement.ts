import { spreadOf } from "@kernelbayes/experiment";
import type { Verdict } from "./paper.ts";

/** A printed mean. */
export interface Printed {
  readonly mean: number;
  /** Over the runs of the paper; undefined where none is printed. */
  readonly deviation?: number | undefined;
  readonly runs: number;
  /** The unit of the last digit that is printed. */
  readonly digit: number;
}

/** Our figure beside a printed one. */
export interface Agreement {
  readonly mean: number;
  readonly deviation: number;
  readonly runs: number;
  /** Ours less the printed one. */
  readonly difference: number;
  /** The same in combined standard errors; NaN where there is nothing to tell one by. */
  readonly inErrors: number;
  readonly verdict: Verdict;
}

/** Differences within so many combined standard errors are taken for chance. */
export const mostErrors = 2;

/**
 * Judges the mean of our n runs by a printed mean of n₀ runs. Both spread over draws of the same rows, so that one standard deviation
 * s is estimated from both, and the combined standard error is
 *
 *     √(s² (1/n + 1/n₀) + digit²/12),   s² = ((n − 1) s₁² + (n₀ − 1) s₀²) / (n + n₀ − 2),
 *
 * the last term being the rounding in print. Where one side has no deviation, because it was a single run or none is printed, that of the
 * other is taken; where neither has one, `deviation` is: for shares of test rows that of a binomial count.
 */
export function agreementOf(
  values: readonly number[],
  printed: Printed,
  { better, deviation: usual = Number.NaN }: { readonly better: "lower" | "higher"; readonly deviation?: number },
): Agreement {
  const { mean, deviation } = spreadOf(values);
  const runs = values.length;
  if (runs === 0) {
    return { mean, deviation, runs, difference: Number.NaN, inErrors: Number.NaN, verdict: "not measured" };
  }
  const pooled = pooledDeviation({ deviation, runs }, printed) ?? usual;
  const error = Math.sqrt(pooled ** 2 * (1 / runs + 1 / printed.runs) + printed.digit ** 2 / 12);
  const difference = mean - printed.mean;
  const inErrors = difference / error;
  return { mean, deviation, runs, difference, inErrors, verdict: verdictOf(inErrors, better) };
}

function verdictOf(inErrors: number, better: "lower" | "higher"): Verdict {
  if (Number.isNaN(inErrors)) return "not measured";
  if (Math.abs(inErrors) <= mostErrors) return "agrees";
  return inErrors < 0 === (better === "lower") ? "better" : "worse";
}

interface Side {
  readonly deviation?: number | undefined;
  readonly runs: number;
}

function pooledDeviation(...sides: readonly Side[]): number | undefined {
  let [squares, freedom] = [0, 0];
  for (const { deviation, runs } of sides) {
    if (deviation === undefined || !Number.isFinite(deviation) || runs < 2) continue;
    squares += (runs - 1) * deviation ** 2;
    freedom += runs - 1;
  }
  return freedom > 0 ? Math.sqrt(squares / freedom) : undefined;
}
