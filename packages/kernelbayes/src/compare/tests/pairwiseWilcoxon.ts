import { holm } from "./holm.ts";
import { pairedDifferences } from "./pairedDifferences.ts";
import { checkScoreTable, type ScoreTable } from "./scoreTable.ts";
import { wilcoxonSignedRank, type WilcoxonSignedRank } from "./wilcoxonSignedRank.ts";

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
