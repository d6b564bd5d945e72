import { InputError } from "../../errors.ts";
import { ascendingOrder } from "../../evaluate/ascendingOrder.ts";
import { checkAlpha } from "../checkAlpha.ts";
import { studentizedRangeUpper, studentizedRangeUpperQuantile } from "./studentizedRangeUpper.ts";

/** Two methods, by number, under Nemenyi's test. */
export interface NemenyiPair {
  readonly first: number;
  readonly second: number;
  /** Mean rank of the first less that of the second: negative where the first is better. */
  readonly difference: number;
  /** Corrected for all pairs: P(Q > |difference| √(12N/(k(k + 1)))) with the range Q of k normal variables. */
  readonly p: number;
  /** Whether the ranks differ by the critical difference or more. */
  readonly differs: boolean;
}

/** Nemenyi's test of all pairs. */
export interface Nemenyi {
  readonly criticalDifference: number;
  readonly alpha: number;
  /** All pairs, the first before the second. */
  readonly pairs: readonly NemenyiPair[];
  /**
   * The bars of a critical-difference diagram: the largest sets of methods no two of which differ, each from its best to its
   * worst, the sets in the order of their best. A method that differs from all others is a set of its own.
   */
  readonly groups: readonly (readonly number[])[];
}

/**
 * Nemenyi's critical difference: mean ranks over N data sets that lie this far apart differ at level alpha, whichever of the
 * k (k − 1)/2 pairs one looks at,
 *
 *     CD = q_α √(k(k + 1)/(6N)),     q_α = the upper α-quantile of the range of k normal variables / √2.
 *
 * @example criticalDifference(5, 30) // 1.114
 */
export function criticalDifference(methods: number, dataSets: number, alpha = 0.05): number {
  checkAlpha(alpha);
  return studentizedRangeUpperQuantile(alpha, methods) * rankDeviation(methods, dataSets);
}

/**
 * Nemenyi's test of all pairs of methods, after Friedman's test has found that they differ: from their mean ranks and the
 * number of data sets behind these. (P. B. Nemenyi, *Distribution-free multiple comparisons*, Princeton 1963; J. Demšar,
 * *JMLR* 7, 2006.)
 *
 * @example nemenyi(meanRanks(scores, { better: "lower" }), scores.length).groups
 */
export function nemenyi(
  meanRanks: ArrayLike<number>,
  dataSets: number,
  { alpha = 0.05 }: { readonly alpha?: number } = {},
): Nemenyi {
  const k = meanRanks.length;
  if (k < 2) throw new InputError("too-few-methods", `At least 2 methods are compared; got ${k}.`);
  for (let method = 0; method < k; method++) {
    if (!(meanRanks[method] >= 1 && meanRanks[method] <= k)) {
      throw new InputError(
        "invalid-rank",
        `Mean ranks of ${k} methods lie between 1 and ${k}; method ${method + 1} has ${meanRanks[method]}.`,
      );
    }
  }
  const critical = criticalDifference(k, dataSets, alpha);
  const deviation = rankDeviation(k, dataSets);
  const pairs: NemenyiPair[] = [];
  for (let first = 0; first < k; first++) {
    for (let second = first + 1; second < k; second++) {
      const difference = meanRanks[first] - meanRanks[second];
      pairs.push({
        first,
        second,
        difference,
        p: studentizedRangeUpper(Math.abs(difference) / deviation, k),
        differs: Math.abs(difference) >= critical,
      });
    }
  }
  return { criticalDifference: critical, alpha, pairs, groups: indistinguishable(meanRanks, critical) };
}

/** √(k(k + 1)/(12N)): the standard deviation of a mean rank, but for the factor √((k − 1)/k) that the range takes care of. */
function rankDeviation(methods: number, dataSets: number): number {
  if (!Number.isSafeInteger(dataSets) || dataSets < 1) {
    throw new RangeError(`The number of data sets must be a whole number of at least 1; got ${dataSets}.`);
  }
  return Math.sqrt((methods * (methods + 1)) / (12 * dataSets));
}

/** Runs of methods, in the order of their ranks, whose ends lie less than the critical difference apart and which no other holds. */
function indistinguishable(meanRanks: ArrayLike<number>, critical: number): number[][] {
  const order = Array.from(ascendingOrder(meanRanks));
  const groups: number[][] = [];
  let lastEnd = 0;
  for (let start = 0; start < order.length; start++) {
    let end = start + 1;
    while (end < order.length && meanRanks[order[end]] - meanRanks[order[start]] < critical) end++;
    if (end > lastEnd) groups.push(order.slice(start, end));
    lastEnd = end;
  }
  return groups;
}
