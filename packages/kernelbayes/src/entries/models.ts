/** The catalogue of models, their options, their documents and graphs, and what a model of your own is made of. */
export * from "../models/index.ts";
export {
  modelFamilies,
  type ModelEntry,
  type ModelFamily,
  type OptionBounds,
  type OptionDescription,
  type OptionType,
} from "../models/modelEntry.ts";
export type { Context, Cost, Model, ModelDocument } from "../models/model.ts";
export type { Problem } from "../rows/labelledRows.ts";
export type { KernelChoice } from "../models/parts/kernelOption.ts";
export type { Regularization } from "../models/parts/regularizationOption.ts";
export type { Renaming } from "../models/parts/inPresentWords.ts";
export type { OddsCalibration } from "../calibration/calibratedOdds.ts";
export type { PairwiseCoupling } from "../calibration/coupling/pairwiseProbabilities.ts";
export type { PrecisionPrior } from "../search/precisionPrior.ts";
export { auto, type AutoOptions } from "../models/auto/auto.ts";
export type { Effort } from "../models/auto/memberPlan.ts";
export { oneVersusRest } from "../models/coupled/oneVersusRest.ts";
export { pairwise } from "../models/coupled/pairwise.ts";
export type { DiscriminantOptions } from "../models/discriminant/gaussianDiscriminant.ts";
export { linearDiscriminant } from "../models/discriminant/lda.ts";
export { quadraticDiscriminant } from "../models/discriminant/qda.ts";
export { shrunkenDiscriminant } from "../models/discriminant/rda.ts";
export { bayesianFisher } from "../models/fisher/bfd.ts";
export { linearBayesianFisher, type LinearBayesianFisherOptions } from "../models/fisher/bfdLinear.ts";
export type { FisherDegrees } from "../models/fisher/evidence/fisherEvidence.ts";
export type { BayesianFisherOptions } from "../models/fisher/fisherOptions.ts";
export { bayesianKernelFisher, type BayesianKernelFisherOptions } from "../models/leastSquares/bayesianKfda.ts";
export {
  bayesianLeastSquaresSupportVector,
  type BayesianLeastSquaresOptions,
} from "../models/leastSquares/bayesianLssvm.ts";
export type { OddsRule } from "../models/leastSquares/evidence/logOddsOf.ts";
export * as leastSquares from "../models/leastSquares/index.ts";
export { kernelFisher, type KernelFisherOptions } from "../models/leastSquares/kfd.ts";
export { kernelRidge, type KernelRidgeOptions } from "../models/leastSquares/krr.ts";
export { leastSquaresSupportVector, type LeastSquaresSupportVectorOptions } from "../models/leastSquares/lssvm.ts";
export { optimallyRegularizedFisher, type OptimallyRegularizedFisherOptions } from "../models/leastSquares/orkfd.ts";
export { recursiveFeatureMachine, type RecursiveFeatureOptions } from "../models/leastSquares/rfm.ts";
export { logistic, type LogisticOptions } from "../models/logistic/logistic.ts";
export { bayesianTrigonometric, type BayesianTrigonometricOptions } from "../models/process/btsvc.ts";
export { gaussianProcess, type GaussianProcessOptions } from "../models/process/gpc.ts";
export { kernelLogistic, type KernelLogisticOptions } from "../models/process/klr.ts";
export { trigonometric, type TrigonometricOptions } from "../models/process/tsvc.ts";
export { kernelProjections } from "../models/projection/bkpc.ts";
export { multinomialKernel } from "../models/projection/bmkc.ts";
export * as projection from "../models/projection/chain/index.ts";
export type { LatentSampler, ProjectionPrior } from "../models/projection/chain/projectionProblem.ts";
export type { BandwidthRule } from "../models/projection/components/bandwidth.ts";
export {
  explainedShares,
  type ComponentBasis,
  type ComponentProjection,
  type KernelComponents,
} from "../models/projection/components/componentProjection.ts";
export { kernelComponents, type ComponentOptions } from "../models/projection/components/kernelComponents.ts";
export type { Predictive } from "../models/projection/draws/drawnProbabilities.ts";
export type {
  Bandwidth,
  KernelProjectionsOptions,
  ProjectionCount,
  ProjectionOptions,
} from "../models/projection/projectionOptions.ts";
export { supportVector, type SupportVectorOptions } from "../models/supportVector/svc.ts";
export { exportableModels, onnxModel } from "../models/modelGraph.ts";
export { onnxColumns, type OnnxColumns } from "../onnx/encodingGraph.ts";
export type { Candidate } from "../posterior/candidate.ts";
export type { ChainQuantity, ChainReport } from "../posterior/chainReport.ts";
export { decodeDocument } from "../posterior/decodeDocument.ts";
export { encodedLength, encodeDocument } from "../posterior/encodeDocument.ts";
export type {
  FitFigures,
  LeaveOneOut,
  MemberPrediction,
  NumericPosterior,
  NumericPrediction,
  SearchReport,
} from "../posterior/numericPosterior.ts";
export type { Provenance, TrainingRows } from "../posterior/provenance.ts";
export { version } from "../version.ts";
