import { correctedResampledT, criticalDifference, friedman, wilcoxonSignedRank } from "../../../src/compare/index.ts";

type Input =
  | { readonly differences: number[]; readonly testRows?: number; readonly trainRows?: number }
  | { readonly scores: number[][]; readonly alpha: number };

/** Prediction and comparison, section 10: tests over partitions and over data sets. */
export function resamplingTests(input: unknown, _caseName: string): unknown {
  const given = input as Input;
  if ("scores" in given) {
    const { statistic, p, chiSquare, meanRanks, methods, dataSets } = friedman(given.scores, { better: "lower" });
    return {
      averageRanks: meanRanks,
      chiSquare: chiSquare.statistic,
      p: chiSquare.p,
      f: statistic,
      pF: p,
      criticalDifference: criticalDifference(methods, dataSets, given.alpha),
    };
  }
  const { differences, testRows, trainRows } = given;
  if (testRows === undefined || trainRows === undefined) return wilcoxonSignedRank(differences);
  const { statistic, p } = correctedResampledT(differences, { testRows, trainRows });
  return { t: statistic, p };
}
