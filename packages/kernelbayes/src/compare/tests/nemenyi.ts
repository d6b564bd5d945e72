import { InputError } from "../../errors.ts";
import { ascendingOrder } from "../../evaluate/averageRanks.ts";
import { gaussLegendre, logNormalCdf, normalCdf } from "../../numeric/index.ts";

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

const rule = gaussLegendre(20);
const rootTwoPi = 2.5066282746310002;

/**
 * P(Q > q) for the range Q of k independent standard normal variables: the studentized range with infinite degrees of
 * freedom. With the largest variable at z the others lie in (z − q, z),
 *
 *     P(Q > q) = k ∫ φ(z) Φ(z)ᵏ⁻¹ [1 − (1 − Φ(z − q)/Φ(z))ᵏ⁻¹] dz,
 *
 * a form without cancellation in the tail. Gauss–Legendre on panels of width at most 1 from −9 to q/2 + 9, beyond which
 * nothing counts: twelve digits for up to a million variables. For k = 2 it equals 2Φ(−q/√2).
 */
export function studentizedRangeUpper(q: number, k: number): number {
  checkGroups(k);
  if (Number.isNaN(q)) return NaN;
  if (q <= 0) return 1;
  if (q > 100) return 0; // k² exp(−q²/4) lies far below the smallest double
  const from = -9;
  const to = q / 2 + 9;
  const panels = Math.ceil(to - from);
  const half = (to - from) / panels / 2;
  let sum = 0;
  for (let panel = 0; panel < panels; panel++) {
    const center = from + (2 * panel + 1) * half;
    for (let node = 0; node < rule.nodes.length; node++) {
      const z = center + half * rule.nodes[node];
      const density = Math.exp(-0.5 * z * z + (k - 1) * logNormalCdf(z));
      sum += rule.weights[node] * density * -Math.expm1((k - 1) * Math.log1p(-normalCdf(z - q) / normalCdf(z)));
    }
  }
  return Math.min(1, ((k * half) / rootTwoPi) * sum);
}

/** The q that the range of k independent standard normal variables exceeds with probability alpha, 0 < alpha < 1. */
export function studentizedRangeUpperQuantile(alpha: number, k: number): number {
  checkGroups(k);
  if (!(alpha > 0 && alpha < 1)) throw new RangeError(`alpha must lie between 0 and 1; got ${alpha}.`);
  let low = 0;
  let high = 1;
  while (studentizedRangeUpper(high, k) > alpha) {
    low = high;
    high *= 2;
  }
  // Bisection to the last digit or two: some fifty halvings, ten milliseconds in all.
  while (high - low > 4 * Number.EPSILON * high) {
    const middle = (low + high) / 2;
    if (studentizedRangeUpper(middle, k) > alpha) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function checkGroups(k: number): void {
  if (!Number.isSafeInteger(k) || k < 2) throw new RangeError(`A range needs at least 2 variables; got ${k}.`);
}

/** Refuses a level of significance that is no probability strictly between 0 and 1. */
function checkAlpha(alpha: number): void {
  if (!(alpha > 0 && alpha < 1)) {
    throw new InputError("invalid-alpha", `The level of a test must lie between 0 and 1; got ${alpha}.`);
  }
}
