/** Predictions for programs and services: in batches, as rows, and from documents of a few models alone. */
export { predictBatches, type BatchOptions } from "../fit/predictBatches.ts";
export { neededTypes } from "../encoding/neededTypes.ts";
export { encodeRows, type EncodedPredictOptions, type EncodedRows } from "../posterior/posterior.ts";
export { neededColumns, type NeededColumn } from "../posterior/neededColumns.ts";
export type { PointPrediction } from "../posterior/prediction.ts";
export type { PredictedRow, PredictionData } from "../posterior/predictedRows.ts";
export type { RowsToPredict } from "../posterior/rowsToPredict.ts";
export type { KeptParts } from "../posterior/numericPosterior.ts";
export { loadKnownPosterior as loadPosterior, type LoadKnownOptions } from "../fit/loadKnownPosterior.ts";
export type { ModelFactory } from "../models/model.ts";
export type { LoadOptions } from "../fit/restorePosterior.ts";
