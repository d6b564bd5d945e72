import { encodeChecked } from "../../posterior/posterior.ts";
import type { Executor } from "../../run/executor.ts";
import { run } from "../../run/run.ts";
import type { SumRequest, Sums } from "../../run/work.ts";
import type { LabelledRows } from "../../rows/labelledRows.ts";
import { selectRows } from "../../table/table.ts";
import type { FitOptions } from "../fitOptions.ts";
import { chunkRowReader, type ChunkRowOptions } from "./chunkRows.ts";
import { errorFrom, type LearnedChunks } from "./learnChunks.ts";
import type { TableChunks } from "./tableChunks.ts";

/** Where and how sums are taken. */
export interface SumControl {
  readonly executor: Executor | undefined;
  readonly signal: AbortSignal | undefined;
  /** Called with the share of the rows that was read. */
  readonly onFraction: (fraction: number) => void;
}

type EncodedRows = Pick<LabelledRows, "X" | "classes" | "weights">;

/**
 * Sums over all rows of a table but those of the sample: a task makes the sums of each chunk, as many at a time as the executor works on, while the next chunks are
 * read. They are added in the order of the chunks, so that the result does not depend on who was first.
 */
export async function sumChunks(
  { task, state, here }: SumRequest,
  chunks: TableChunks,
  learned: LearnedChunks,
  options: FitOptions & ChunkRowOptions,
  { executor, signal, onFraction }: SumControl,
): Promise<Sums> {
  const shared = await executor?.share?.(state as object);
  const total: Record<string, Float64Array> = {};
  const sumUp = async (window: readonly EncodedRows[], read: number): Promise<void> => {
    const inputs = window.map((rows) => ({ ...rows, state }));
    const found = executor
      ? await executor.map(task, inputs, { signal, shared: ["state"] })
      : await inTurn(inputs, (input) => run(here(input as never), { signal }));
    for (const sums of found as Sums[]) addInPlace(total, sums);
    onFraction(read / learned.read);
  };
  let pending: Promise<void> = Promise.resolve();
  try {
    let window: EncodedRows[] = [];
    for await (const { rows, read } of encodedChunks(chunks, learned, options)) {
      signal?.throwIfAborted();
      if (rows.classes.length > 0) window.push(rows);
      if (window.length < (executor?.workers ?? 1)) continue;
      await pending;
      pending = quiet(sumUp(window, read));
      window = [];
    }
    await pending;
    if (window.length > 0) await sumUp(window, learned.read);
    return total;
  } finally {
    // It ends before its data are given back, however this ends.
    await pending.catch(() => {});
    shared?.release();
  }
}

/** A promise that is waited for later: its error is met there, and by nobody else. */
function quiet(promise: Promise<void>): Promise<void> {
  promise.catch(() => {});
  return promise;
}

async function inTurn<Input, Output>(
  inputs: readonly Input[],
  work: (input: Input) => Promise<Output>,
): Promise<Output[]> {
  const outputs: Output[] = [];
  for (const input of inputs) outputs.push(await work(input));
  return outputs;
}

/** The rows that are not in the sample, encoded, and how many rows of the table have been read. */
async function* encodedChunks(
  chunks: TableChunks,
  { encoding, features, names, sample }: LearnedChunks,
  options: FitOptions & ChunkRowOptions,
): AsyncGenerator<{ readonly rows: EncodedRows; readonly read: number }> {
  const reader = chunkRowReader(options, features);
  const place = new Map(names.map((name, q) => [name, q]));
  const isSampled = new Set(sample.rows);
  let first = 0;
  for await (const table of chunks.read()) {
    const chunk = reader.of(table, first);
    const kept = Int32Array.from(chunk.rows.keys()).filter((at) => !isSampled.has(first + chunk.rows[at]));
    const rows = kept.map((at) => chunk.rows[at]);
    const numbers = reader.labels.map((label) => place.get(label)!);
    try {
      yield {
        rows: {
          X: encodeChecked(encoding, selectRows(table, rows)),
          classes: kept.map((at) => numbers[chunk.labels[at]]),
          weights: Float64Array.from(kept, (at) => chunk.weights[at]),
        },
        read: first + table.rows,
      };
    } catch (error) {
      throw errorFrom(error, first);
    }
    first += table.rows;
  }
}

function addInPlace(total: Record<string, Float64Array>, sums: Sums): void {
  for (const [name, values] of Object.entries(sums)) {
    const sum = (total[name] ??= new Float64Array(values.length));
    for (let at = 0; at < sum.length; at++) sum[at] += values[at];
  }
}
