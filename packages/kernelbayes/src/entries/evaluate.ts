/** What a model can be expected to do on new rows, and what to decide by it. */
export {
  columnRises,
  relevanceOfRises,
  type ColumnRelevance,
  type ColumnRises,
  type RiseOptions,
} from "../fit/columnRises.ts";
export type { DataCrossValidateOptions } from "../fit/crossValidateWork.ts";
export {
  measure,
  measurePlan,
  whyUnmeasured,
  type Measurement,
  type MeasureOptions,
  type MeasurePlan,
} from "../fit/measure.ts";
export { movableGroups } from "../rows/heldOutByFolds.ts";
export { noSignalInMeasurement } from "../fit/noSignal.ts";
export { calibrationByChance } from "../evaluate/calibrationByChance.ts";
export { rarestClass, type RarestClass } from "../evaluate/rarestClass.ts";
export {
  chooseThreshold,
  type ChosenThreshold,
  type ThresholdFigures,
  type ThresholdGoal,
  type ThresholdOptions,
} from "../evaluate/threshold/chooseThreshold.ts";
export { decideByThreshold, type ThresholdRule } from "../evaluate/threshold/decideByThreshold.ts";
export { costsOf, type Costs } from "../compare/costsOf.ts";
export { decideRows, type DecidableRows, type DecisionRule, type RowDecisions } from "../compare/decideRows.ts";
export type { CategoryProfile, ColumnProfile, NumberProfile } from "../encoding/columnProfile.ts";
export type { OutsideRows } from "../posterior/outsideRows.ts";
export type { RowSketch } from "../encoding/rowSketch.ts";
export {
  driftMonitor,
  type ColumnDrift,
  type Drift,
  type DriftCounts,
  type DriftMonitor,
  type DriftMonitorOptions,
} from "../posterior/drift/driftMonitor.ts";
export type { KernelTest } from "../posterior/drift/kernelTest.ts";
export type { StabilityIndex } from "../posterior/drift/stabilityIndex.ts";
export * from "../evaluate/index.ts";
export {
  applyCurve,
  curveTargets,
  fitCalibrationCurve,
  fitCurveToTargets,
  type CalibrationCurve,
  type CurveStart,
} from "../calibration/calibrationCurve.ts";
export * from "../calibration/coupling/index.ts";
export { crossValidateWork, type CrossValidateOptions, type CrossValidation } from "../fit/crossValidateWork.ts";
export { lacksSignal } from "../fit/noSignal.ts";
export { trainingData, type TrainingData } from "../fit/trainingData.ts";
