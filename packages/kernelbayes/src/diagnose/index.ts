export type { Chains } from "./chains.ts";
export { chainWarnings } from "./chainWarnings.ts";
export { effectiveSize, type EffectiveSizeOf } from "./effectiveSize.ts";
export { monteCarloError } from "./monteCarloError.ts";
export { paretoFit, type ParetoFit } from "./paretoFit.ts";
export {
  paretoSmoothedLeaveOneOut,
  type SmoothedLeaveOneOut,
  type SmoothedLeaveOneOutOptions,
} from "./paretoSmoothedLeaveOneOut.ts";
export { relativeEfficiency } from "./relativeEfficiency.ts";
export { plainRHat, rHat } from "./rHat.ts";
export {
  simulationCalibration,
  type CalibratedQuantity,
  type Simulated,
  type SimulatedPosterior,
  type SimulationCalibration,
  type SimulationModel,
  type SimulationOptions,
} from "./simulationCalibration.ts";
export { reliableShape, smoothedWeights, type SmoothedWeights } from "./smoothedWeights.ts";
export { summarizeChains, type ChainSummary } from "./summarizeChains.ts";
export { uniformRanks, type UniformBand, type UniformRanks } from "./uniformRanks.ts";
