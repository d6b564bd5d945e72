export { abstain, selectiveScores, type AbstainOptions, type SelectiveScores } from "./abstain.ts";
export { bootstrap, type BootstrapInterval, type BootstrapOptions } from "./bootstrap/bootstrap.ts";
export { bootstrapDifference, bootstrapMean } from "./bootstrap/bootstrapMean.ts";
export {
  conformalThreshold,
  scoreQuantile,
  type ConformalOptions,
  type ConformalThreshold,
} from "./sets/conformalThreshold.ts";
export { contradictingRows, type Contradiction } from "./contradictingRows.ts";
export { correctedResampledT, type ResampledRows } from "./tests/correctedResampledT.ts";
export { crossConformalGuarantee, crossConformalSets } from "./sets/crossConformalSets.ts";
export { ABSTAINED, decideByCost, type CostDecisions, type CostOptions, type ProbabilityBox } from "./decideByCost.ts";
export { friedman, type Friedman } from "./tests/friedman.ts";
export { holm } from "./tests/holm.ts";
export { isInJackknifePlusSet } from "./sets/isInJackknifePlusSet.ts";
export { leaveOneOutRows, type UnseenRows } from "./leaveOneOutRows.ts";
export { meanRanks, type RankOptions } from "./tests/meanRanks.ts";
export { mislabelledRows, type LabelDoubt, type MislabelledOptions, type MislabelledRows } from "./mislabelledRows.ts";
export { criticalDifference, nemenyi, type Nemenyi, type NemenyiPair } from "./tests/nemenyi.ts";
export { pairedDifferences } from "./tests/pairedDifferences.ts";
export { pairedT, type PairedT } from "./tests/pairedT.ts";
export { pairwiseWilcoxon, type WilcoxonPair } from "./tests/pairwiseWilcoxon.ts";
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
} from "./bootstrap/scoreIntervals.ts";
export { predictionSets, type PredictionSetOptions } from "./sets/predictionSets.ts";
export { estimatePriors, shiftPriors, type PriorEstimate, type PriorEstimateOptions } from "./shiftPriors.ts";
export type { ScoreTable } from "./tests/scoreTable.ts";
export { setScores, type SetScore } from "./sets/setScores.ts";
export { studentizedRangeUpper, studentizedRangeUpperQuantile } from "./tests/studentizedRangeUpper.ts";
export type { TestResult } from "./tests/testResult.ts";
export { wilcoxonSignedRank, type WilcoxonSignedRank } from "./tests/wilcoxonSignedRank.ts";
