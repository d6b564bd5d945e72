import { fisherFCdf, incompleteGammaUpper } from "../../numeric/index.ts";
import { rankSums, type RankOptions, checkScoreTable, type ScoreTable } from "./scoreTable.ts";
import type { TestResult } from "./pairedT.ts";

/** Friedman's test in its F form, which is the preferred one, with the χ² form beside it. */
export interface Friedman extends TestResult {
  /** Friedman's χ² with k − 1 degrees of freedom: a poorer approximation with few data sets, on the careful side. */
  readonly chiSquare: TestResult;
  /** The mean rank of each method, 1 for the best. */
  readonly meanRanks: Float64Array;
  readonly dataSets: number;
  readonly methods: number;
}

/**
 * Friedman's test: do k methods differ at all over N data sets, judged by their ranks on each? With mean ranks Rⱼ, and c
 * the sizes of groups of methods that share a score on one data set,
 *
 *     χ² = 12N/(k(k + 1)) Σⱼ (Rⱼ − (k + 1)/2)² / (1 − Σ(c³ − c)/(N(k³ − k))),     k − 1 degrees of freedom,
 *     F  = (N − 1) χ² / (N(k − 1) − χ²),     k − 1 and (k − 1)(N − 1) degrees of freedom.
 *
 * Where all methods tie on every data set, p = 1; where all data sets rank the methods alike, F is infinite and p = 0.
 * The data sets must be different ones: partitions of one set overlap and are not N independent witnesses.
 *
 * (M. Friedman, *JASA* 32, 1937; R. L. Iman & J. M. Davenport, *Communications in Statistics A* 9, 1980, for F;
 * J. Demšar, *JMLR* 7, 2006, on comparing classifiers.)
 *
 * @example friedman([[0.10, 0.20, 0.30], [0.12, 0.15, 0.11], [0.30, 0.32, 0.40]], { better: "lower" }).p
 */
export function friedman(scores: ScoreTable, { better }: RankOptions): Friedman {
  const { dataSets: N, methods: k } = checkScoreTable(scores, 2);
  const { sums, ties } = rankSums(scores, better);

  // With the sums N Rⱼ, halves of whole numbers, everything below is a ratio of whole numbers and exact in doubles:
  // χ² = (k − 1) B/D and F = (N − 1) B/(N D − B).
  const center = (N * (k + 1)) / 2;
  const B = 12 * sums.reduce((sum, one) => sum + (one - center) ** 2, 0);
  const D = N * (k ** 3 - k) - ties;
  const chiSquare = D === 0 ? 0 : ((k - 1) * B) / D;
  const F = B === 0 ? 0 : ((N - 1) * B) / (N * D - B); // infinite for perfect agreement, where N D = B
  const [d1, d2] = [k - 1, (k - 1) * (N - 1)];
  return {
    statistic: F,
    degreesOfFreedom: [d1, d2],
    p: F === 0 ? 1 : fisherFCdf(1 / F, d2, d1),
    chiSquare: {
      statistic: chiSquare,
      degreesOfFreedom: [d1],
      p: incompleteGammaUpper(d1 / 2, chiSquare / 2),
    },
    meanRanks: sums.map((sum) => sum / N),
    dataSets: N,
    methods: k,
  };
}
