import { spreadOf } from "../experiment/summary.ts";
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
 * Judges the mean of our runs by a printed mean. The combined standard error is
 *
 *     √(s²/n + s₀²/n₀ + digit²/12),
 *
 * of our runs, of the runs of the paper, and of the rounding in print. Where one side has no deviation, because it was a single
 * run or none is printed, that of the other stands for it; where neither has one, `deviation` does: for shares of test rows that
 * of a binomial count.
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
  const known = [deviation, printed.deviation, usual].find((value) => value !== undefined && Number.isFinite(value));
  const own = Number.isFinite(deviation) ? deviation : (printed.deviation ?? usual);
  const theirs = printed.deviation ?? known ?? Number.NaN;
  const error = Math.sqrt(own ** 2 / runs + theirs ** 2 / printed.runs + printed.digit ** 2 / 12);
  const difference = mean - printed.mean;
  const inErrors = difference / error;
  return { mean, deviation, runs, difference, inErrors, verdict: verdictOf(inErrors, better) };
}

function verdictOf(inErrors: number, better: "lower" | "higher"): Verdict {
  if (Number.isNaN(inErrors)) return "not measured";
  if (Math.abs(inErrors) <= mostErrors) return "agrees";
  return inErrors < 0 === (better === "lower") ? "better" : "worse";
}
