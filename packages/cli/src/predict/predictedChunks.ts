import { InputError, type Executor, type Posterior, type Prediction, type Table } from "kernelbayes";
import { errorInTable } from "kernelbayes/errors";
import { columnNames, type UnseenRule } from "kernelbayes/table";
import { predictBatches, type PointPrediction } from "kernelbayes/predict";

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
  /** Where chunks are predicted, several at the same time. Default: here, one after the other. */
  readonly executor?: Executor | undefined;
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

/** Predicts the chunks, in their order. Rows in messages are those of the whole table. */
export async function* predictedChunks(
  posterior: Posterior,
  chunks: AsyncIterable<Table>,
  options: PredictedChunksOptions,
): AsyncGenerator<PredictedChunk> {
  const { signal, executor } = options;
  let first = 0;
  const ahead: Promise<PredictedChunk>[] = [];
  for await (const table of mendable(chunks)) {
    signal.throwIfAborted();
    const begun = predictedChunk(posterior, table, first, options);
    // Whatever it is, it is thrown in its turn.
    begun.catch(() => {});
    ahead.push(begun);
    first += table.rows;
    if (ahead.length >= (executor?.workers ?? 1)) yield await ahead.shift()!;
  }
  for (const chunk of ahead) yield await chunk;
}

async function predictedChunk(
  posterior: Posterior,
  table: Table,
  first: number,
  { source, level, unseen, signal, executor }: PredictedChunksOptions,
): Promise<PredictedChunk> {
  try {
    const how = { level, unseen, intervals: level !== undefined };
    // One batch, as here: the size of batches shows in the last digits.
    const prediction = executor
      ? await predictBatches(posterior, table, { ...how, executor, signal, batchRows: table.rows })
      : posterior.predict(table, how);
    return { table, prediction, first };
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
