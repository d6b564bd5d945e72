import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createGzip } from "node:zlib";
import { InputError } from "../errors.ts";
import type { TableWriter } from "../table/format.ts";
import { formats, type TableFormat } from "../table/formats.ts";
import { checkFormat, formatOfName } from "../table/parseTable.ts";
import { quote } from "../table/quote.ts";
import type { Table } from "../table/table.ts";

/** How a table is written. */
export interface WriteTableOptions {
  /** The format, where the name of the file does not tell it: one of those with a `writer` in the catalogue `formats`. */
  readonly format?: TableFormat;
  /** Makes a writer of one's own, whatever the name of the file says. */
  readonly writer?: () => TableWriter;
}

/** Writes so far, so that two at the same time do not share a file. */
let writes = 0;

/**
 * Writes a table to a file, or the chunks of one that is larger than memory, in the format that the name tells; `.gz` compresses. The file is
 * complete or not there at all, whatever happens on the way. Chunks become row groups of Parquet and record batches of Arrow, which is
 * written as a stream (`.arrows`).
 *
 * @example await writeTable("large.parquet", readTableChunks("large.csv"));
 */
export async function writeTable(
  path: string | URL,
  tables: Table | Iterable<Table> | AsyncIterable<Table>,
  options: WriteTableOptions = {},
): Promise<void> {
  const target = path instanceof URL ? fileURLToPath(path) : path;
  const { add, end } = (options.writer ?? writerOf(options.format ?? formatOfName(target)))();
  const partial = `${target}.${process.pid}.${++writes}.partial`;
  let fault: unknown; // of the chunks, not of the file

  async function* parts(): AsyncGenerator<string | Uint8Array> {
    try {
      for await (const table of "columns" in tables ? [tables] : tables) yield add(table);
      yield end();
    } catch (error) {
      fault = error;
      throw error;
    }
  }

  try {
    const source = Readable.from(nonEmpty(parts()), { objectMode: true });
    const file = createWriteStream(partial);
    await (/\.gz$/i.test(target) ? pipeline(source, createGzip(), file) : pipeline(source, file));
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { force: true });
    if (fault !== undefined) throw fault;
    throw new InputError("unwritable-file", `${target} cannot be written: ${(error as Error).message}.`);
  }
}

async function* nonEmpty(parts: AsyncIterable<string | Uint8Array>): AsyncGenerator<string | Uint8Array> {
  for await (const part of parts) if (part.length > 0) yield part;
}

function writerOf(format: TableFormat): () => TableWriter {
  checkFormat(format);
  const { writer } = formats[format];
  if (writer === undefined) throw notWritten(format);
  return writer;
}

function notWritten(format: TableFormat): InputError {
  const written = Object.entries(formats).filter(([, { writer }]) => writer !== undefined);
  return new InputError(
    "unknown-format",
    `Tables cannot be written as ${quote(format)}; choose one of ${written.map(([name]) => quote(name)).join(", ")}.`,
  );
}
