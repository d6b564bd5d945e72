import { normalCdf } from "../../numeric/index.ts";
import { averageRanks } from "../../evaluate/averageRanks.ts";
import { checkFinite } from "../checkFinite.ts";
import { type TestResult, pairedDifferences } from "./pairedT.ts";
import { holm } from "./holm.ts";
import { checkScoreTable, type ScoreTable } from "./scoreTable.ts";

/** Up to this many differences without ties the distribution is counted out. */
const MOST_EXACT = 25;

/** Wilcoxon's signed rank test; `statistic` is the smaller of `plus` and `minus`. */
export interface WilcoxonSignedRank extends TestResult {
  /** The sum of the ranks of the positive differences. */
  readonly plus: number;
  /** The sum of the ranks of the negative ones. */
  readonly minus: number;
  /** How many differences were ranked. */
  readonly pairs: number;
  /** How many were zero and left out. */
  readonly zeros: number;
  /** Whether p comes from the exact distribution or from its normal approximation. */
  readonly method: "exact" | "normal";
}

/**
 * Wilcoxon's signed rank test of paired differences: are they symmetric about zero? Zeros are left out and the n others ranked by
 * their absolute values, equal ones sharing their mean rank; W₊ and W₋ are the sums of the ranks of either sign, and
 * W = min(W₊, W₋).
 *
 * Without ties and up to n = 25, p = min(1, 2 P(W ≤ w)) is exact. Otherwise W is taken as normal with mean n(n + 1)/4 and
 * variance n(n + 1)(2n + 1)/24 − Σ(c³ − c)/48, c the sizes of the groups of ties, without continuity correction. Where all
 * differences are zero, p = 1.
 *
 * Meant for two methods over data sets, one difference each; not for partitions of one data set, which overlap.
 * (F. Wilcoxon, *Biometrics Bulletin* 1, 1945; J. Demšar, *JMLR* 7, 2006.)
 *
 * @example wilcoxonSignedRank(pairedDifferences(errorsOfFirst, errorsOfSecond)).p
 */
export function wilcoxonSignedRank(differences: ArrayLike<number>): WilcoxonSignedRank {
  checkFinite(differences, 1);
  const ranked = Float64Array.from(differences).filter((difference) => difference !== 0);
  const n = ranked.length;
  const { ranks, ties } = averageRanks(ranked.map(Math.abs));
  const plus = ranks.reduce((sum, rank, pair) => (ranked[pair] > 0 ? sum + rank : sum), 0);
  const minus = (n * (n + 1)) / 2 - plus;
  const statistic = Math.min(plus, minus);
  const isExact = ties === 0 && n <= MOST_EXACT;
  return {
    statistic,
    degreesOfFreedom: [],
    p: isExact ? Math.min(1, 2 * exactLowerTail(statistic, n)) : normalP(statistic, n, ties),
    plus,
    minus,
    pairs: n,
    zeros: differences.length - n,
    method: isExact ? "exact" : "normal",
  };
}

/** P(W₊ ≤ w) if each rank from 1 to n is positive with probability one half: the subsets of sum at most w, of 2ⁿ. */
function exactLowerTail(w: number, n: number): number {
  const subsets = new Float64Array((n * (n + 1)) / 2 + 1);
  subsets[0] = 1;
  for (let rank = 1; rank <= n; rank++) {
    for (let sum = subsets.length - 1; sum >= rank; sum--) subsets[sum] += subsets[sum - rank];
  }
  return subsets.slice(0, w + 1).reduce((count, subset) => count + subset, 0) / 2 ** n;
}

function normalP(w: number, n: number, ties: number): number {
  const variance = (n * (n + 1) * (2 * n + 1)) / 24 - ties / 48;
  return 2 * normalCdf((w - (n * (n + 1)) / 4) / Math.sqrt(variance));
}

/** Two methods, by number, under Wilcoxon's test: differences are the first's scores less the second's. */
export interface WilcoxonPair extends WilcoxonSignedRank {
  readonly first: number;
  readonly second: number;
  /** p after Holm's correction for all pairs. */
  readonly corrected: number;
}

/**
 * Wilcoxon's signed rank test of every pair of methods over the data sets, p values corrected by Holm: what to do after
 * `friedman` has rejected that all methods are alike. Unlike `nemenyi` it looks at the sizes of the differences, and a pair
 * is not judged by the other methods in the table. (A. Benavoli, G. Corani & F. Mangili, *JMLR* 17, 2016.)
 */
export function pairwiseWilcoxon(scores: ScoreTable): WilcoxonPair[] {
  const { methods } = checkScoreTable(scores, 1);
  const column = (method: number): number[] => scores.map((row) => row[method]);
  const pairs: { first: number; second: number; test: WilcoxonSignedRank }[] = [];
  for (let first = 0; first < methods; first++) {
    for (let second = first + 1; second < methods; second++) {
      pairs.push({ first, second, test: wilcoxonSignedRank(pairedDifferences(column(first), column(second))) });
    }
  }
  const corrected = holm(pairs.map(({ test }) => test.p));
  return pairs.map(({ first, second, test }, pair) => ({ ...test, first, second, corrected: corrected[pair] }));
}
