export { bootstrap, type BootstrapInterval, type BootstrapOptions } from "./bootstrap.ts";
export { bootstrapDifference, bootstrapMean } from "./bootstrapMean.ts";
export { correctedResampledT, type ResampledRows } from "./correctedResampledT.ts";
export { friedman, type Friedman } from "./friedman.ts";
export { holm } from "./holm.ts";
export { meanRanks, type RankOptions } from "./meanRanks.ts";
export { criticalDifference, nemenyi, type Nemenyi, type NemenyiPair } from "./nemenyi.ts";
export { pairedDifferences } from "./pairedDifferences.ts";
export { pairedT, type PairedT } from "./pairedT.ts";
export { pairwiseWilcoxon, type WilcoxonPair } from "./pairwiseWilcoxon.ts";
export {
  permutationRelevance,
  permutationRelevanceWork,
  type PermutationOptions,
  type PermutationRelevance,
  type PermutedColumn,
} from "./permutationRelevance.ts";
export {
  scoreIntervals,
  type ScoreInterval,
  type ScoreIntervalOptions,
  type ScoreIntervals,
} from "./scoreIntervals.ts";
export type { ScoreTable } from "./scoreTable.ts";
export { studentizedRangeUpper, studentizedRangeUpperQuantile } from "./studentizedRange.ts";
export type { TestResult } from "./testResult.ts";
export { wilcoxonSignedRank, type WilcoxonSignedRank } from "./wilcoxonSignedRank.ts";
