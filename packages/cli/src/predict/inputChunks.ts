import { formats, InputError, parseTable, selectRows, type Table } from "kernelbayes";
import { readTable, readTableChunks, type ReadTableChunksOptions } from "kernelbayes/node";
import { allBytes, formatWithoutName, standardInput } from "../input/readInputTable.ts";

/**
 * The table in a file, or in what comes by the standard input if the path is "-", as tables of at most `rows` rows. Only as much of it is
 * in memory as one of them takes, unless its format can be read as a whole only: a JSON array, and Parquet or Arrow from a pipe.
 */
export async function* inputChunks(
  path: string,
  options: ReadTableChunksOptions & { readonly rows: number },
): AsyncGenerator<Table> {
  if (path === standardInput) {
    yield* chunksOfStandardInput(options);
    return;
  }
  try {
    yield* readTableChunks(path, options);
  } catch (error) {
    // Comes before the first chunk.
    if (!(error instanceof InputError && error.code === "not-in-chunks")) throw error;
    yield* parts(await readTable(path, options), options.rows);
  }
}

async function* chunksOfStandardInput(
  options: ReadTableChunksOptions & { readonly rows: number },
): AsyncGenerator<Table> {
  const pieces = process.stdin[Symbol.asyncIterator]() as AsyncIterableIterator<Buffer>;
  const { value: first = Buffer.alloc(0) } = (await pieces.next()) as IteratorResult<Buffer, Buffer | undefined>;
  async function* all(): AsyncGenerator<Buffer> {
    yield first;
    yield* pieces;
  }
  const format = options.format ?? formatWithoutName(first);
  try {
    if (formats[format].rows !== undefined) yield* readTableChunks(all(), { ...options, format });
    else {
      yield* parts(parseTable(await allBytes(all(), options), format, options), options.rows);
    }
  } catch (error) {
    throw error instanceof InputError ? error.at({ source: "standard input" }) : error;
  }
}

/** A table in parts; one without rows is a part of its own. */
function* parts(table: Table, rows: number): Generator<Table> {
  for (let first = 0; first === 0 || first < table.rows; first += rows) {
    const count = Math.min(rows, table.rows - first);
    yield selectRows(
      table,
      Array.from({ length: count }, (_, i) => first + i),
    );
  }
}
