import { InputError, selectRows, type Table } from "kernelbayes";
import { columnNamed, formats } from "kernelbayes/table";
import { parseAnyTable, readTable, readTableChunks, tableChunks, type ReadTableChunksOptions } from "kernelbayes/node";
import { isFolder } from "../input/isFolder.ts";
import { allBytes, formatWithoutName, standardInput } from "../input/readInputTable.ts";

interface ChunkOptions extends ReadTableChunksOptions {
  readonly rows: number;
  /** Columns that have to be there, since the command line declares their types. */
  readonly declared?: readonly string[];
}

/**
 * The table in a file, in all files of a folder, or in what comes by the standard input if the path is "-", as tables of at most `rows` rows. Only as much of it is
 * in memory as one of them takes, unless its format can be read as a whole only: a JSON array, an Excel file, and Parquet or Arrow from a pipe.
 */
export async function* inputChunks(path: string, { declared = [], ...options }: ChunkOptions): AsyncGenerator<Table> {
  let isFirst = true;
  for await (const chunk of chunksOf(path, options)) {
    if (isFirst) for (const name of declared) columnNamed(chunk, name); // throws, with the nearest names
    isFirst = false;
    yield chunk;
  }
}

async function* chunksOf(path: string, options: ChunkOptions): AsyncGenerator<Table> {
  if (path === standardInput) {
    yield* chunksOfStandardInput(options);
    return;
  }
  if (await isFolder(path)) {
    yield* tableChunks(path, options).read();
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

async function* chunksOfStandardInput(options: ChunkOptions): AsyncGenerator<Table> {
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
      yield* parts(await parseAnyTable(await allBytes(all(), options), format, options), options.rows);
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
