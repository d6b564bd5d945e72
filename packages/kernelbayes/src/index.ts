export {
  EnvironmentError,
  InputError,
  NumericalError,
  type EnvironmentErrorCode,
  type Place,
  type Warning,
} from "./errors.ts";
export { optionInProgram, thatRow, wording, type NamedOption, type Wording, type WordingPart } from "./wording.ts";
export { errorInTable } from "./fit/errorInTable.ts";
export { lacksSignal } from "./fit/noSignal.ts";
export type {
  CholeskyOptions,
  CholeskyResult,
  Eigen,
  Engine,
  IncompleteCholesky,
  Qr,
  Svd,
  RoomOptions,
  TransposeOptions,
  TriangularOptions,
} from "./engine/engine.ts";
export { matrix, type Matrix } from "./engine/matrix.ts";
export { referenceEngine } from "./engine/reference/index.ts";
export { chooseEngine, engineNames, registerEngine, selectEngine, type EngineChoice } from "./engine/selectEngine.ts";
export { createWasmEngine, loadWasmEngine, type WasmBuild, type WasmEngineOptions } from "./engine/wasm/index.ts";
export * as matrices from "./matrix/index.ts";
export * as numeric from "./numeric/index.ts";
export * as random from "./random/index.ts";
export { fromRows, toRows } from "./matrix/index.ts";
export { stream, type Stream } from "./random/index.ts";
export * from "./kernels/index.ts";
export * from "./optimize/index.ts";
export * from "./evaluate/index.ts";
export {
  applyCurve,
  curveTargets,
  fitCalibrationCurve,
  fitCurveToTargets,
  type CalibrationCurve,
  type CurveStart,
} from "./calibration/calibrationCurve.ts";
export * from "./compare/index.ts";
export * from "./diagnose/index.ts";
export * from "./encoding/index.ts";
export * from "./table/index.ts";
export * from "./data/index.ts";
export { parallel, progress, type ParallelRequest, type Progress, type Work } from "./run/work.ts";
export { type Executor, type MapOptions, type Tasks, serialExecutor } from "./run/executor.ts";
export { run, type RunOptions, runSync, type RunSyncOptions } from "./run/run.ts";
export type { Context, Cost, Model, ModelDocument } from "./models/model.ts";
export type { Problem } from "./rows/labelledRows.ts";
export type { DiscriminantOptions } from "./models/discriminant/gaussianDiscriminant.ts";
export * from "./calibration/coupling/index.ts";
export { gaussianProcess, type GaussianProcessOptions } from "./models/process/gpc.ts";
export type { KernelChoice } from "./models/parts/kernelOption.ts";
export type { Regularization } from "./models/parts/regularizationOption.ts";
export type { Renaming } from "./models/parts/inPresentWords.ts";
export { kernelFisher, type KernelFisherOptions } from "./models/leastSquares/kfd.ts";
export { bayesianFisher } from "./models/fisher/bfd.ts";
export type { BayesianFisherOptions } from "./models/fisher/fisherOptions.ts";
export type { OddsCalibration } from "./calibration/calibratedOdds.ts";
export type { FisherDegrees } from "./models/fisher/evidence/fisherEvidence.ts";
export { bayesianKernelFisher, type BayesianKernelFisherOptions } from "./models/leastSquares/bayesianKfda.ts";
export { kernelLogistic, type KernelLogisticOptions } from "./models/process/klr.ts";
export { kernelProjections } from "./models/projection/bkpc.ts";
export { kernelRidge, type KernelRidgeOptions } from "./models/leastSquares/krr.ts";
export { optimallyRegularizedFisher, type OptimallyRegularizedFisherOptions } from "./models/leastSquares/orkfd.ts";
export { recursiveFeatureMachine, type RecursiveFeatureOptions } from "./models/leastSquares/rfm.ts";
export { leastSquaresSupportVector, type LeastSquaresSupportVectorOptions } from "./models/leastSquares/lssvm.ts";
export { linearBayesianFisher, type LinearBayesianFisherOptions } from "./models/fisher/bfdLinear.ts";
export type { PrecisionPrior } from "./search/precisionPrior.ts";
export {
  bayesianLeastSquaresSupportVector,
  type BayesianLeastSquaresOptions,
} from "./models/leastSquares/bayesianLssvm.ts";
export type { OddsRule } from "./models/leastSquares/evidence/logOddsOf.ts";
export { linearDiscriminant } from "./models/discriminant/lda.ts";
export { multinomialKernel } from "./models/projection/bmkc.ts";
export type {
  Bandwidth,
  KernelProjectionsOptions,
  ProjectionCount,
  ProjectionOptions,
} from "./models/projection/projectionOptions.ts";
export type { BandwidthRule } from "./models/projection/components/bandwidth.ts";
export type { LatentSampler, ProjectionPrior } from "./models/projection/chain/projectionProblem.ts";
export type { Predictive } from "./models/projection/draws/drawnProbabilities.ts";
export type { Candidate } from "./posterior/candidate.ts";
export type { ChainQuantity, ChainReport } from "./posterior/chainReport.ts";
export { logistic, type LogisticOptions } from "./models/logistic/logistic.ts";
export { quadraticDiscriminant } from "./models/discriminant/qda.ts";
export { shrunkenDiscriminant } from "./models/discriminant/rda.ts";
export { supportVector, type SupportVectorOptions } from "./models/supportVector/svc.ts";
export { bayesianTrigonometric, type BayesianTrigonometricOptions } from "./models/process/btsvc.ts";
export { trigonometric, type TrigonometricOptions } from "./models/process/tsvc.ts";
export { oneVersusRest } from "./models/coupled/oneVersusRest.ts";
export { pairwise } from "./models/coupled/pairwise.ts";
export {
  type ComponentBasis,
  type ComponentProjection,
  type KernelComponents,
  explainedShares,
} from "./models/projection/components/componentProjection.ts";
export * as leastSquares from "./models/leastSquares/index.ts";
export * as projection from "./models/projection/chain/index.ts";
export { kernelComponents, type ComponentOptions } from "./models/projection/components/kernelComponents.ts";
export { auto, type AutoOptions } from "./models/auto/auto.ts";
export type { Effort } from "./models/auto/memberPlan.ts";
export { modelFromDocument, models, type ModelName } from "./models/index.ts";
export {
  modelFamilies,
  type ModelEntry,
  type ModelFamily,
  type OptionBounds,
  type OptionDescription,
  type OptionType,
} from "./models/modelEntry.ts";
export type {
  FitFigures,
  LeaveOneOut,
  MemberPrediction,
  NumericPosterior,
  NumericPrediction,
  SearchReport,
} from "./posterior/numericPosterior.ts";
export { decodeDocument } from "./posterior/decodeDocument.ts";
export { encodedLength, encodeDocument } from "./posterior/encodeDocument.ts";
export type { Posterior, PosteriorDocument, PredictOptions } from "./posterior/posterior.ts";
export type { Provenance, TrainingRows } from "./posterior/provenance.ts";
export type { Prediction } from "./posterior/prediction.ts";
export { estimateCost, type CostEstimate } from "./fit/estimateCost.ts";
export { fitWork, type FitOptions } from "./fit/fitWork.ts";
export { crossValidate, fit, fitSync, type DataFitOptions, type RunControl } from "./fit/fit.ts";
export { trainingData, type TrainingData } from "./fit/trainingData.ts";
export { crossValidateWork, type CrossValidateOptions, type CrossValidation } from "./fit/crossValidateWork.ts";
export { loadPosterior } from "./fit/loadPosterior.ts";
export type { LoadOptions } from "./fit/restorePosterior.ts";
export { onnxColumns, type OnnxColumns } from "./onnx/encodingGraph.ts";
export { exportableModels, onnxModel } from "./models/modelGraph.ts";
export { tasks } from "./fit/tasks.ts";
export { version } from "./version.ts";
