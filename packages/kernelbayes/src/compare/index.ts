export { abstain, selectiveScores, type AbstainOptions, type SelectiveScores } from "./abstain.ts";
export { bootstrap, type BootstrapInterval, type BootstrapOptions } from "./bootstrap.ts";
export { bootstrapDifference, bootstrapMean } from "./bootstrapMean.ts";
export {
  conformalThreshold,
  scoreQuantile,
  type ConformalOptions,
  type ConformalThreshold,
} from "./conformalThreshold.ts";
export { contradictingRows, type Contradiction } from "./contradictingRows.ts";
export { correctedResampledT, type ResampledRows } from "./correctedResampledT.ts";
export { crossConformalGuarantee, crossConformalSets } from "./crossConformal.ts";
export { ABSTAINED, decideByCost, type CostDecisions, type CostOptions, type ProbabilityBox } from "./decideByCost.ts";
export { friedman, type Friedman } from "./friedman.ts";
export { holm } from "./holm.ts";
export { isInJackknifePlusSet } from "./jackknifePlus.ts";
export { leaveOneOutRows, type UnseenRows } from "./leaveOneOutRows.ts";
export { meanRanks, type RankOptions } from "./meanRanks.ts";
export { mislabelledRows, type LabelDoubt, type MislabelledOptions, type MislabelledRows } from "./mislabelledRows.ts";
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
export { predictionSets, type PredictionSetOptions } from "./predictionSets.ts";
export { estimatePriors, shiftPriors, type PriorEstimate, type PriorEstimateOptions } from "./priorShift.ts";
export type { ScoreTable } from "./scoreTable.ts";
export { setScores, type SetScore } from "./setScores.ts";
export { studentizedRangeUpper, studentizedRangeUpperQuantile } from "./studentizedRange.ts";
export type { TestResult } from "./testResult.ts";
export { wilcoxonSignedRank, type WilcoxonSignedRank } from "./wilcoxonSignedRank.ts";
