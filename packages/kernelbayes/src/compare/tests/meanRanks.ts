import { averageRanks } from "../../evaluate/averageRanks.ts";
import { checkScoreTable, type ScoreTable } from "./scoreTable.ts";

/** How scores become ranks. */
export interface RankOptions {
  /** Which scores are better: the lower ones (error rate, log loss) or the higher ones (area under the curve, elpd). */
  readonly better: "lower" | "higher";
}

/**
 * The mean rank of each method over the data sets, 1 for a method that is the best on all. Methods with equal scores share
 * the mean of their ranks, so that the ranks of k methods always sum to k (k + 1)/2.
 *
 * @example meanRanks([[0.1, 0.2, 0.3], [0.1, 0.1, 0.4]], { better: "lower" }) // 1.25, 1.75, 3
 */
export function meanRanks(scores: ScoreTable, { better }: RankOptions): Float64Array {
  const { dataSets } = checkScoreTable(scores, 1);
  return rankSums(scores, better).sums.map((sum) => sum / dataSets);
}

/** The sum of each method's ranks, and Σ (c³ − c) over all groups of c methods with equal scores. Exact: halves of whole numbers. */
export function rankSums(scores: ScoreTable, better: "lower" | "higher"): { sums: Float64Array; ties: number } {
  if (better !== "lower" && better !== "higher") {
    throw new RangeError(`better must be "lower" or "higher"; got ${String(better)}.`);
  }
  const sums = new Float64Array(scores[0].length);
  let ties = 0;
  for (const row of scores) {
    const ranking = averageRanks(better === "lower" ? row : Float64Array.from(row, (score) => -score));
    ranking.ranks.forEach((rank, method) => (sums[method] += rank));
    ties += ranking.ties;
  }
  return { sums, ties };
}
