import { InputError } from "../errors.ts";
import { encodeDocument } from "../posterior/encodeDocument.ts";
import type { PredictOptions, Posterior } from "../posterior/posterior.ts";
import { joinPredictions, type PredictedPart } from "../posterior/joinPredictions.ts";
import type { PointPrediction, Prediction } from "../posterior/prediction.ts";
import { rowsToPredict, type RowsToPredict } from "../posterior/rowsToPredict.ts";
import type { Executor, MapOptions } from "../run/executor.ts";
import { fractionOf } from "../run/share.ts";
import type { OverallProgress, Progress } from "../run/work.ts";
import { selectRows, type Table } from "../table/table.ts";

export interface BatchOptions extends PredictOptions, Pick<MapOptions, "signal"> {
  /** Called after each batch, with the share of the batches that are done as `fraction`. */
  readonly onProgress?: ((progress: OverallProgress) => void) | undefined;
  /** Where the batches are predicted. */
  readonly executor: Executor;
  /** Rows of a batch. Default 1000. */
  readonly batchRows?: number | undefined;
  /** The name of the engine of the workers; by default the fastest present there. */
  readonly engine?: string | undefined;
}

/** What the task `predict` takes. */
export interface BatchInput {
  /** The bytes of `encodeDocument`. */
  readonly document: Uint8Array;
  readonly engine: string | undefined;
  readonly table: Table;
  /** How many rows came before, for messages. */
  readonly first: number;
  readonly options: PredictOptions;
}

/**
 * `posterior.predict` of many rows, shared out over the workers of an executor: batch after batch, in the order of the rows. The numbers do not depend on the number of
 * workers, and on the size of the batches only by rounding. The document is sent once to each worker, which reads it once.
 *
 * @example
 * const executor = workerExecutor();
 * const prediction = await predictBatches(posterior, table, { executor, intervals: false });
 */
export function predictBatches(
  posterior: Posterior,
  rows: RowsToPredict,
  options: BatchOptions & { readonly intervals: false },
): Promise<PointPrediction>;
export function predictBatches(
  posterior: Posterior,
  rows: RowsToPredict,
  options: BatchOptions & { readonly intervals?: true | undefined },
): Promise<Prediction>;
export function predictBatches(
  posterior: Posterior,
  rows: RowsToPredict,
  options: BatchOptions,
): Promise<Prediction | PointPrediction>;
export async function predictBatches(
  posterior: Posterior,
  rows: RowsToPredict,
  { executor, batchRows = 1000, engine, signal, onProgress, ...options }: BatchOptions,
): Promise<Prediction | PointPrediction> {
  if (!Number.isSafeInteger(batchRows) || batchRows < 1) {
    throw new InputError("invalid-option", `batchRows must be a whole number of at least 1; got ${String(batchRows)}.`);
  }
  const table = rowsToPredict(posterior.encoding, rows);
  // Refuses options and columns that no batch could be predicted with, and is the prediction where there are no rows.
  const none = posterior.predict(selectRows(table, []), options);
  if (table.rows === 0) return none;
  const document = encodeDocument(posterior.toDocument({ intervals: options.intervals }));
  const inputs = Array.from({ length: Math.ceil(table.rows / batchRows) }, (_, batch): BatchInput => {
    const first = batch * batchRows;
    const places = Array.from({ length: Math.min(batchRows, table.rows - first) }, (_unused, row) => first + row);
    return { document, engine, table: selectRows(table, places), first, options };
  });
  const onBatch = onProgress && ((step: Progress): void => onProgress({ ...step, fraction: fractionOf(step) }));
  const parts = await executor.map("predict", inputs, { signal, onProgress: onBatch, shared: ["document"] });
  return joinPredictions(parts as PredictedPart[]);
}
