import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createGzip } from "node:zlib";
import { InputError } from "../errors.ts";
import type { TableWriter } from "../table/format.ts";
import { formats, type TableFormat, checkFormat, formatOfName } from "../table/formats.ts";
import { quote } from "../table/quote.ts";
import type { Table } from "../table/table.ts";
import { outputFile } from "./outputFile.ts";

/** How a table is written. */
export interface WriteTableOptions {
  /** The format, where the name of the file does not tell it: one of those with a `writer` in the catalogue `formats`. */
  readonly format?: TableFormat;
  /** Makes a writer of one's own, whatever the name of the file says. */
  readonly writer?: () => TableWriter;
  /** Ends the waiting for the reader of a pipe. To stop the writing itself, let the chunks throw. */
  readonly signal?: AbortSignal;
}

/**
 * Writes a table to a file, or the chunks of one that is larger than memory, in the format that the name tells; `.gz` compresses. The file is
 * complete or not there at all, whatever happens on the way, and a symbolic link stays; devices and pipes are written directly. Chunks become row
 * groups of Parquet and record batches of Arrow, which is written as a stream (`.arrows`).
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
  const file = await outputFile(target);

  async function* parts(): AsyncGenerator<string | Uint8Array> {
    for await (const table of "columns" in tables ? [tables] : tables) yield add(table);
    yield end();
  }

  const write = (content: AsyncIterable<string | Uint8Array>): Promise<void> =>
    file.write(content, { signal: options.signal });
  if (!/\.gz$/i.test(target)) return write(parts());
  await pipeline(Readable.from(nonEmpty(parts())), createGzip(), (bytes: AsyncIterable<Uint8Array>) => write(bytes));
}

/** An empty part would end a stream of objects. */
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
    `Tables cannot be written as ${quote(format)}.`,
    {},
    `Choose one of ${written.map(([name]) => quote(name)).join(", ")}.`,
  );
}
