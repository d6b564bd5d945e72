export {
  areaUnderCurve,
  areaUnderCurveOneVersusRest,
  type OneVersusRestArea,
  areaUnderCurveInterval,
  type AreaInterval,
} from "./areaUnderCurve.ts";
export { averageRanks, type Ranking } from "./averageRanks.ts";
export { brier, brierDecomposition, type BrierDecomposition } from "./brier.ts";
export {
  calibrationError,
  classwiseCalibrationError,
  eventCalibrationError,
  type CalibrationError,
} from "./calibrationError.ts";
export {
  confusionMatrix,
  errorRate,
  matthews,
  precisionRecall,
  type PrecisionRecall,
  type PrecisionRecallTable,
} from "./confusionMatrix.ts";
export { evaluate, type Predicted, type Scores } from "./evaluate.ts";
export { elpd, elpdDifference, LOG_DENSITY_FLOOR, type Elpd, type ElpdDifference } from "./elpd.ts";
export { logLoss, logLossFromLogarithms, type LogLoss } from "./logLoss.ts";
export { marginalRelevance, type MarginalRelevanceOptions } from "./marginalRelevance.ts";
export { mostProbable, type Probabilities } from "./probabilities.ts";
export { reliabilityBins, type BinOptions, type ReliabilityBin } from "./reliabilityBins.ts";
export { signalTest, type SignalTest, type SignalTestOptions } from "./signalTest.ts";
export { wilsonInterval } from "./wilsonInterval.ts";
export { cutCandidates, type Cut } from "./combine/cutCandidates.ts";
export { mixtureInterval, type MixtureMember, type ProbabilityInterval } from "./combine/mixtureInterval.ts";
export { pooled, poolOf, type Pool, type PoolOptions } from "./combine/pool.ts";
export { scoredShares } from "./combine/densitiesAmongScored.ts";
export { stacked, stackOf, type Stack, type StackOptions } from "./combine/stack.ts";
export { stackingWeights, type StackingOptions, type StackingWeights } from "./combine/stackingWeights.ts";
export { givenFolds, givenSplits, type GivenSplit, untestedRows, type Split } from "./splits/split.ts";
export { groupedFolds, stratifiedFolds, type FoldOptions } from "./splits/stratifiedFolds.ts";
export { randomSplits, type RandomSplitOptions } from "./splits/randomSplits.ts";
