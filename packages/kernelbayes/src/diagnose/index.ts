export type { Chains } from "./chains.ts";
export { chainWarnings, summarizeChains, type ChainSummary } from "./summarizeChains.ts";
export { effectiveSize, type EffectiveSizeOf, monteCarloError, relativeEfficiency } from "./effectiveSize.ts";
export { paretoFit, type ParetoFit, reliableShape, smoothedWeights, type SmoothedWeights } from "./smoothedWeights.ts";
export {
  paretoSmoothedLeaveOneOut,
  type SmoothedLeaveOneOut,
  type SmoothedLeaveOneOutOptions,
} from "./paretoSmoothedLeaveOneOut.ts";
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
export { uniformRanks, type UniformBand, type UniformRanks } from "./uniformRanks.ts";
