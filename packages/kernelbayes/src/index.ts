export { InputError, NumericalError, type Place, type Warning } from "./errors.ts";
export { errorInTable } from "./errorInTable.ts";
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
export { chooseEngine, engineNames, registerEngine, selectEngine, type EngineChoice } from "./engine/select.ts";
export { createWasmEngine, loadWasmEngine, type WasmBuild, type WasmEngineOptions } from "./engine/wasm/index.ts";
export * as matrices from "./matrix/index.ts";
export * as numeric from "./numeric/index.ts";
export * as random from "./random/index.ts";
export { fromRows, toRows } from "./matrix/index.ts";
export { stream, type Stream } from "./random/index.ts";
export * from "./kernels/index.ts";
export * from "./optimize/index.ts";
export * from "./evaluate/index.ts";
export * from "./compare/index.ts";
export * from "./diagnose/index.ts";
export * from "./encoding/index.ts";
export * from "./table/index.ts";
export * from "./data/index.ts";
export { parallel, progress, type ParallelRequest, type Progress, type Work } from "./run/work.ts";
export type { Executor, MapOptions, Tasks } from "./run/executor.ts";
export { run, type RunOptions } from "./run/run.ts";
export { runSync, type RunSyncOptions } from "./run/runSync.ts";
export { serialExecutor } from "./run/serialExecutor.ts";
export { canonicalText, jobOf, type Job, type JobOptions } from "./run/job.ts";
export type { JobDone, JobFailed, JobOutcome, JobStore } from "./run/jobStore.ts";
export { runJobs, type JobCounts, type JobProgress, type RunJobsOptions } from "./run/runJobs.ts";
export type { Context, Cost, Model, ModelDocument, Problem } from "./models/model.ts";
export type { DiscriminantOptions } from "./models/gaussianDiscriminant.ts";
export * from "./models/coupling/index.ts";
export { gaussianProcess, type GaussianProcessOptions } from "./models/gaussianProcess.ts";
export { kernelFisher, type KernelFisherOptions } from "./models/kernelFisher.ts";
export { bayesianFisher, type BayesianFisherOptions } from "./models/bayesianFisher.ts";
export type { OddsCalibration } from "./models/calibratedOdds.ts";
export type { FisherDegrees } from "./inference/fisher/evidence.ts";
export { bayesianKernelFisher, type BayesianKernelFisherOptions } from "./models/bayesianKernelFisher.ts";
export { kernelLogistic, type KernelLogisticOptions } from "./models/kernelLogistic.ts";
export { kernelProjections, type KernelProjectionsOptions } from "./models/kernelProjections.ts";
export { kernelRidge, type KernelRidgeOptions } from "./models/kernelRidge.ts";
export {
  optimallyRegularizedFisher,
  type OptimallyRegularizedFisherOptions,
} from "./models/optimallyRegularizedFisher.ts";
export {
  leastSquaresSupportVector,
  type LeastSquaresSupportVectorOptions,
} from "./models/leastSquaresSupportVector.ts";
export { linearBayesianFisher, type LinearBayesianFisherOptions } from "./models/linearBayesianFisher.ts";
export type { PrecisionPrior } from "./inference/fisher/precisionPrior.ts";
export { bayesianLeastSquaresSupportVector, type BayesianLeastSquaresOptions } from "./models/bayesianLeastSquares.ts";
export type { OddsRule } from "./inference/bayesianLeastSquares/classOdds.ts";
export { linearDiscriminant } from "./models/linearDiscriminant.ts";
export { multinomialKernel } from "./models/multinomialKernel.ts";
export type { Bandwidth, ProjectionOptions } from "./models/projectionOptions.ts";
export type { ProjectionCount } from "./models/projectionChoice.ts";
export type { BandwidthRule } from "./inference/kernelComponents/bandwidth.ts";
export type { LatentSampler, ProjectionPrior } from "./inference/projection/problem.ts";
export type { Predictive } from "./inference/projectionDraws/drawnProbabilities.ts";
export type { Candidate } from "./posterior/candidate.ts";
export type { ChainQuantity, ChainReport } from "./posterior/chainReport.ts";
export { logistic, type LogisticOptions } from "./models/multinomialLogistic.ts";
export { quadraticDiscriminant } from "./models/quadraticDiscriminant.ts";
export { shrunkenDiscriminant } from "./models/shrunkenDiscriminant.ts";
export { supportVector, type SupportVectorOptions } from "./models/supportVector.ts";
export {
  bayesianTrigonometric,
  type BayesianTrigonometricOptions,
} from "./models/bayesianTrigonometricSupportVector.ts";
export { trigonometric, type TrigonometricOptions } from "./models/trigonometricSupportVector.ts";
export { oneVersusRest } from "./models/oneVersusRest.ts";
export { pairwise } from "./models/pairwise.ts";
export type { ComponentBasis, ComponentProjection, KernelComponents } from "./inference/kernelComponents/components.ts";
export * as leastSquares from "./inference/leastSquares/index.ts";
export * as projection from "./inference/projection/index.ts";
export { explainedShares } from "./inference/kernelComponents/explainedShares.ts";
export { kernelComponents, type ComponentOptions } from "./inference/kernelComponents/kernelComponents.ts";
export { modelFromDocument, models, type ModelName } from "./models/index.ts";
export { modelFamilies, type ModelEntry, type ModelFamily, type OptionDescription } from "./models/describe.ts";
export type {
  FitFigures,
  LeaveOneOut,
  NumericPosterior,
  NumericPrediction,
  SearchReport,
} from "./posterior/numericPosterior.ts";
export { decodeDocument } from "./posterior/decodeDocument.ts";
export { encodeDocument } from "./posterior/encodeDocument.ts";
export type { Posterior, PosteriorDocument, PredictOptions, Provenance, TrainingRows } from "./posterior/posterior.ts";
export type { Prediction } from "./posterior/prediction.ts";
export { auto, type AutoOptions, type Effort } from "./auto.ts";
export { estimateCost, type CostEstimate } from "./estimateCost.ts";
export { fitWork, type FitOptions } from "./fitWork.ts";
export { crossValidate, fit, fitSync, type RunControl } from "./fit.ts";
export { crossValidateWork, type CrossValidateOptions, type CrossValidation } from "./crossValidate.ts";
export { loadPosterior, type LoadOptions } from "./loadPosterior.ts";
export * from "./onnx/index.ts";
export { tasks } from "./tasks.ts";
export { version } from "./version.ts";
