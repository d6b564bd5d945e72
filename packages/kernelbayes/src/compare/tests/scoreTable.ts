import { InputError } from "../../errors.ts";
import { averageRanks } from "../../evaluate/averageRanks.ts";

/** One measure of several methods on several data sets: a row for each data set, a number for each method. */
export type ScoreTable = readonly ArrayLike<number>[];

/** Checks that there are at least two methods, all of them measured on each of enough data sets; returns their numbers. */
export function checkScoreTable(scores: ScoreTable, fewest: number): { dataSets: number; methods: number } {
  const dataSets = scores.length;
  if (dataSets < fewest) {
    throw new InputError(
      "too-few-data-sets",
      `At least ${fewest} data set${fewest === 1 ? " is" : "s are"} needed; got ${dataSets}.`,
    );
  }
  const methods = scores[0].length;
  if (methods < 2) throw new InputError("too-few-methods", `At least 2 methods are compared; got ${methods}.`);
  scores.forEach((row, index) => {
    if (row.length !== methods) {
      throw new InputError(
        "methods-differ",
        `Data set 1 has scores of ${methods} methods, data set ${index + 1} of ${row.length}.`,
        { row: index + 1 },
        "Leave out the data sets on which a method failed, or the method.",
      );
    }
    for (let method = 0; method < methods; method++) {
      if (Number.isNaN(row[method])) {
        throw new InputError("not-a-number", `The score of method ${method + 1} is not a number.`, { row: index + 1 });
      }
    }
  });
  return { dataSets, methods };
}

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
