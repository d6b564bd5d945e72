import { createReadStream } from "node:fs";
import { open, readFile, type FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { InputError } from "../errors.ts";
import { option, wording } from "../wording.ts";
import { chunksByRows, type TextSource } from "../table/text/chunksByRows.ts";
import type { RandomAccess } from "../table/format.ts";
import { formats, type TableFormat, checkFormat, formatOfContent, formatOfName } from "../table/formats.ts";
import { checkExpansion, limitsOf, type TableLimits } from "../table/limits.ts";
import { quote } from "../table/quote.ts";
import { rechunk } from "../table/concatenateTables.ts";
import type { Table } from "../table/table.ts";
import { decompressed, type ReadTableOptions } from "./readTable.ts";
import { damagedGzip, errorInFile, isGzip, unreadableFile } from "./errorInFile.ts";

/** How a table is read in chunks. */
export interface ReadTableChunksOptions extends ReadTableOptions {
  /** The rows of a chunk; the last one may have fewer, and all have fewer where these would exceed `limits`. Default: 10 000. */
  readonly rows?: number;
}

/** As many bytes as tell a compressed file and a binary format. */
const signatureLength = 8;

/**
 * Reads a table in chunks, for tables that are larger than memory: each is a table of `rows` rows, the last one may have fewer, and there is
 * at least one. All have the same columns and types, and together, by `concatenateTables`, they are what `readTable` reads.
 *
 * A file of text is read twice, first for the types of its columns, unless all are declared in `types`. From a stream, such as
 * `process.stdin`, text can only be read once: then the first chunk decides about columns and types that are not declared, and what
 * contradicts it later is an `InputError`. Parquet is read by row groups and Arrow by record batches, from files only. A JSON array
 * and an Excel file can only be read as a whole.
 *
 * @example for await (const chunk of readTableChunks("large.csv.gz", { types: { species: "text" } })) count += chunk.rows;
 */
export async function* readTableChunks(
  source: string | URL | AsyncIterable<Uint8Array>,
  options: ReadTableChunksOptions = {},
): AsyncGenerator<Table> {
  const { rows = 10_000 } = options;
  if (!Number.isInteger(rows) || rows < 1) {
    throw new InputError("invalid-option", `rows must be a whole number of at least 1; got ${String(rows)}.`);
  }
  if (options.format !== undefined) checkFormat(options.format);
  if (typeof source === "string" || source instanceof URL) yield* chunksOfFile(source, rows, options);
  else yield* chunksOfStream(source, rows, options);
}

async function* chunksOfFile(path: string | URL, size: number, options: ReadTableChunksOptions): AsyncGenerator<Table> {
  const name = String(path);
  const limits = limitsOf(options);
  let file: FileHandle;
  try {
    file = await open(path);
  } catch (error) {
    throw unreadableFile(name, error);
  }
  try {
    const stat = await file.stat();
    if (stat.isDirectory()) throw unreadableFile(name, Object.assign(new Error("directory"), { code: "EISDIR" }));
    if (!stat.isFile()) {
      // A pipe or a terminal.
      yield* chunksOfStream(createReadStream(path), size, { ...options, format: options.format ?? formatOfName(name) });
      return;
    }
    const access = accessTo(file, stat.size);
    const beginning = await access.read(0, Math.min(signatureLength, stat.size));
    const text: TextSource = {
      canReopen: true,
      open: () => bytesOf(createReadStream(path), name, isGzip(beginning), limits),
    };
    const first = isGzip(beginning) ? await firstBytes(text.open()) : beginning;
    const format = formatOfContent(first) ?? options.format ?? formatOfName(name);
    const { rows, groups } = formats[format];
    if (rows !== undefined) yield* chunksByRows(rows, text, options, size);
    else if (groups === undefined) throw notInChunks(format);
    else {
      const source = isGzip(beginning)
        ? accessToBytes(await decompressed(await readFile(path), name, options))
        : access;
      yield* rechunk(groups(source, options), size, limits);
    }
  } catch (error) {
    throw errorInFile(name, error);
  } finally {
    await closed(file, name);
  }
}

async function closed(file: FileHandle, name: string): Promise<void> {
  try {
    await file.close();
  } catch (error) {
    throw unreadableFile(name, error);
  }
}

async function* chunksOfStream(
  source: AsyncIterable<Uint8Array>,
  size: number,
  options: ReadTableChunksOptions,
): AsyncGenerator<Table> {
  const name = "The stream";
  const limits = limitsOf(options);
  const iterator = source[Symbol.asyncIterator]();
  const begun: Uint8Array[] = [];
  let beginning: Uint8Array = new Uint8Array(0);
  while (beginning.length < signatureLength) {
    const { value, done } = await iterator.next();
    if (done === true) break;
    begun.push(value);
    beginning = Buffer.concat([beginning, value]);
  }
  const whole = resumed(begun, iterator);
  const isCompressed = isGzip(beginning);
  const { format } = options;
  const found = isCompressed ? undefined : formatOfContent(beginning);
  if (found !== undefined) throw notFromStream(found);
  if (format === undefined) {
    throw new InputError(
      "unknown-format",
      "A stream has no name that shows its format.",
      {},
      wording`Give ${option("format")}, for example "csv".`,
    );
  }
  const { rows, groups } = formats[format];
  if (rows === undefined) throw groups === undefined ? notInChunks(format) : notFromStream(format);
  const text: TextSource = { canReopen: false, open: () => bytesOf(Readable.from(whole), name, isCompressed, limits) };
  yield* chunksByRows(rows, text, options, size);
}

/** What has been read of a stream, and then the rest. */
async function* resumed(begun: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* begun;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

/** The bytes of a stream, decompressed as they come. */
async function* bytesOf(
  stream: Readable,
  name: string,
  isCompressed: boolean,
  limits: TableLimits,
): AsyncGenerator<Uint8Array> {
  let failure: unknown;
  stream.on("error", (error) => {
    failure = error;
  });
  const gunzip = isCompressed ? stream.pipe(createGunzip()) : undefined;
  if (gunzip !== undefined) stream.on("error", (error) => gunzip.destroy(error));
  let made = 0;
  try {
    for await (const bytes of (gunzip ?? stream) as AsyncIterable<Uint8Array>) {
      made += bytes.length;
      if (gunzip !== undefined) checkExpansion(limits, gunzip.bytesWritten, made, { place: { source: name } });
      yield bytes;
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw isCompressed && failure === undefined ? damagedGzip(name, error) : unreadableFile(name, error);
  } finally {
    stream.destroy();
  }
}

async function firstBytes(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  for await (const bytes of source) return bytes;
  return new Uint8Array(0);
}

function accessTo(file: FileHandle, length: number): RandomAccess {
  return {
    length,
    async read(from, to) {
      const bytes = new Uint8Array(to - from);
      for (let done = 0; done < bytes.length;) {
        const { bytesRead } = await file.read(bytes, done, bytes.length - done, from + done);
        if (bytesRead === 0) throw new InputError("damaged-file", "The file became shorter while it was read.");
        done += bytesRead;
      }
      return bytes;
    },
  };
}

function accessToBytes(bytes: Uint8Array): RandomAccess {
  return { length: bytes.length, read: (from, to) => Promise.resolve(bytes.subarray(from, to)) };
}

function notInChunks(format: TableFormat): InputError {
  return new InputError(
    "not-in-chunks",
    `The format ${quote(format)} can only be read as a whole, with readTable.`,
    {},
    format === "xlsx"
      ? "Save it as CSV to read it in chunks."
      : 'Newline-delimited JSON ("ndjson"), a row object a line, can be read in chunks.',
  );
}

function notFromStream(format: TableFormat): InputError {
  return new InputError(
    "not-in-chunks",
    `The format ${quote(format)} is read from any place of a file, which a stream does not allow.`,
    {},
    "Save it to a file first.",
  );
}
