export { abstain, selectiveScores, type AbstainOptions, type SelectiveScores } from "./abstain.ts";
export {
  bootstrap,
  type BootstrapInterval,
  type BootstrapOptions,
  bootstrapDifference,
  bootstrapMean,
} from "./bootstrap.ts";
export {
  conformalThreshold,
  scoreQuantile,
  type ConformalOptions,
  type ConformalThreshold,
} from "./sets/conformalThreshold.ts";
export {
  contradictingRows,
  type Contradiction,
  mislabelledRows,
  type LabelDoubt,
  type MislabelledOptions,
  type MislabelledRows,
} from "./mislabelledRows.ts";
export {
  correctedResampledT,
  type ResampledRows,
  pairedDifferences,
  pairedT,
  type PairedT,
  type TestResult,
} from "./tests/pairedT.ts";
export { crossConformalGuarantee, crossConformalSets, isInJackknifePlusSet } from "./sets/crossConformalSets.ts";
export { ABSTAINED, decideByCost, type CostDecisions, type CostOptions, type ProbabilityBox } from "./decideByCost.ts";
export { friedman, type Friedman } from "./tests/friedman.ts";
export { holm } from "./tests/holm.ts";
export { leaveOneOutRows, type UnseenRows } from "./leaveOneOutRows.ts";
export { meanRanks, type RankOptions, type ScoreTable } from "./tests/scoreTable.ts";
export {
  criticalDifference,
  nemenyi,
  type Nemenyi,
  type NemenyiPair,
  studentizedRangeUpper,
  studentizedRangeUpperQuantile,
} from "./tests/nemenyi.ts";
export {
  pairwiseWilcoxon,
  type WilcoxonPair,
  wilcoxonSignedRank,
  type WilcoxonSignedRank,
} from "./tests/wilcoxonSignedRank.ts";
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
export { predictionSets, type PredictionSetOptions } from "./sets/predictionSets.ts";
export { estimatePriors, shiftPriors, type PriorEstimate, type PriorEstimateOptions } from "./shiftPriors.ts";
export { setScores, type SetScore } from "./sets/setScores.ts";
