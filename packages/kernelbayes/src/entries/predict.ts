/** Predictions for programs and services: in batches, as rows, and of a few models alone. */
export { predictBatches, type BatchOptions } from "../fit/predictBatches.ts";
export { neededTypes } from "../encoding/neededTypes.ts";
export { encodeRows, type EncodedPredictOptions, type EncodedRows } from "../posterior/posterior.ts";
export { neededColumns, type NeededColumn } from "../posterior/neededColumns.ts";
export type { PointPrediction } from "../posterior/prediction.ts";
export type { PredictedRow, PredictionData } from "../posterior/predictedRows.ts";
export type { RowsToPredict } from "../posterior/rowsToPredict.ts";
export type { KeptParts } from "../posterior/numericPosterior.ts";
export {
  loadKnownPosterior as loadPosterior,
  type KnownModel,
  type LoadKnownOptions,
} from "../fit/loadKnownPosterior.ts";
export { ldaEntry as lda } from "../models/discriminant/lda.ts";
export { qdaEntry as qda } from "../models/discriminant/qda.ts";
export { rdaEntry as rda } from "../models/discriminant/rda.ts";
export { lssvmEntry as lssvm } from "../models/leastSquares/lssvm.ts";
export { orkfdEntry as orkfd } from "../models/leastSquares/orkfd.ts";
export { krrEntry as krr } from "../models/leastSquares/krr.ts";
export { kfdEntry as kfd } from "../models/leastSquares/kfd.ts";
export { bayesianKfdaEntry as bayesianKfda } from "../models/leastSquares/bayesianKfda.ts";
export { bayesianLssvmEntry as bayesianLssvm } from "../models/leastSquares/bayesianLssvm.ts";
export { bfdEntry as bfd } from "../models/fisher/bfd.ts";
export { bfdLinearEntry as bfdLinear } from "../models/fisher/bfdLinear.ts";
export { gpcEntry as gpc } from "../models/process/gpc.ts";
export { klrEntry as klr } from "../models/process/klr.ts";
export { tsvcEntry as tsvc } from "../models/process/tsvc.ts";
export { btsvcEntry as btsvc } from "../models/process/btsvc.ts";
export { svcEntry as svc } from "../models/supportVector/svc.ts";
export { logisticEntry as logistic } from "../models/logistic/logistic.ts";
export { bkpcEntry as bkpc } from "../models/projection/bkpc.ts";
export { bmkcEntry as bmkc } from "../models/projection/bmkc.ts";
export { autoEntry as auto } from "../models/auto/autoModel.ts";
