import {
  columnNames,
  errorInTable,
  InputError,
  type Posterior,
  type Prediction,
  type Table,
  type UnseenRule,
} from "kernelbayes";
import type { PointPrediction } from "kernelbayes/predict";

/** Rows of a table with their predictions. */
export interface PredictedChunk {
  readonly table: Table;
  readonly prediction: Prediction | PointPrediction;
  /** How many rows came before. */
  readonly first: number;
}

export interface PredictedChunksOptions {
  /** The name of the table, for messages. */
  readonly source: string;
  /** Level of the intervals; none are made where there is none. */
  readonly level: number | undefined;
  /** What to do with categories that did not occur in training. */
  readonly unseen: UnseenRule;
  readonly signal: AbortSignal;
}

/** Most rows of a chunk, and most numbers of the matrices that a prediction makes on its way. */
const mostRows = 10_000;
const mostNumbers = 4e6;

/** How many rows are predicted at a time, so that memory is needed for tens of megabytes, whatever the model. */
export function rowsAtATime({ training, draws, classes, encoding }: Posterior): number {
  // Kernels have a column for each training row at most; the draws of a posterior are thousands a class. A cell of a table takes as
  // much room as several numbers while it is read.
  const cells = 4 * (encoding.selectedFrom ?? encoding.columns.length);
  const width = Math.max(cells, draws ? 5000 * classes.length : training.rows.length);
  return Math.max(50, Math.min(mostRows, Math.floor(mostNumbers / width)));
}

/** Predicts one chunk after the other. Rows in messages are those of the whole table. */
export async function* predictedChunks(
  posterior: Posterior,
  chunks: AsyncIterable<Table>,
  { source, level, unseen, signal }: PredictedChunksOptions,
): AsyncGenerator<PredictedChunk> {
  let first = 0;
  for await (const table of mendable(chunks)) {
    signal.throwIfAborted();
    yield { table, prediction: predictionOf(posterior, table, { source, level, unseen, first }), first };
    first += table.rows;
  }
}

function predictionOf(
  posterior: Posterior,
  table: Table,
  { source, level, unseen, first }: Omit<PredictedChunksOptions, "signal"> & { readonly first: number },
): Prediction | PointPrediction {
  try {
    return posterior.predict(table, { level, unseen, intervals: level !== undefined });
  } catch (error) {
    const rows = Array.from({ length: table.rows }, (_, row) => first + row);
    const told = errorInTable(error, rows);
    if (!(told instanceof InputError)) throw told;
    const placed = told.at({ source });
    if (told.code === "unseen-level") throw placed.withRemedy("Correct it, or leave --unseen refuse out.");
    throw told.code === "missing-columns"
      ? placed.withRemedy(`Its columns are ${listed(columnNames(table))}.`)
      : placed;
  }
}

/** A cell that is no number where the model needs one: what the reader advises about declared types does not help with predictions. */
async function* mendable(chunks: AsyncIterable<Table>): AsyncGenerator<Table> {
  try {
    yield* chunks;
  } catch (error) {
    if (!(error instanceof InputError) || error.code !== "not-a-number") throw error;
    throw error.withRemedy(
      "The model was fitted to numbers there. Fix the cell, or leave it empty if the model takes missing values.",
    );
  }
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 12).map((name) => JSON.stringify(name));
  return `${shown.join(", ")}${names.length > shown.length ? ` and ${names.length - shown.length} more` : ""}`;
}
