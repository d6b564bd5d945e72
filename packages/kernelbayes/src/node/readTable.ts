import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { InputError } from "../errors.ts";
import type { TableOptions } from "../table/format.ts";
import type { TableFormat } from "../table/formats.ts";
import { formatOfContent, formatOfName, parseTable } from "../table/parseTable.ts";
import type { Table } from "../table/table.ts";
import { damagedGzip, errorInFile, isGzip, unreadableFile } from "./errorInFile.ts";

/** How a file is read. */
export interface ReadTableOptions extends TableOptions {
  /** The format, where neither the content nor the name of the file tells it. */
  readonly format?: TableFormat;
}

/** Longer texts do not fit into one string. */
const longestText = 2 ** 29 - 24;

/**
 * Reads a table from a file: delimited text (`.csv`, `.txt`, `.tsv`, `.tab`), JSON (`.json`, `.ndjson`, `.jsonl`), Parquet, Arrow, and
 * whatever else is in the catalogue `formats`. Parquet and Arrow files and compressed files (gzip) are recognised by their
 * content, whatever their name. What is wrong with the file is an `InputError` that names it.
 */
export async function readTable(path: string | URL, options: ReadTableOptions = {}): Promise<Table> {
  const name = String(path);
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    throw unreadableFile(name, error);
  }
  if (isGzip(bytes)) bytes = await decompressed(bytes, name);
  const format = options.format ?? formatOfContent(bytes) ?? formatOfName(name);
  try {
    return parseTable(bytes, format, options);
  } catch (error) {
    throw errorInFile(name, error);
  }
}

/** The content of a gzip file. */
export async function decompressed(bytes: Uint8Array, name: string): Promise<Uint8Array> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: longestText });
  } catch (error) {
    if (!(error instanceof RangeError)) throw damagedGzip(name, error);
    throw new InputError(
      "too-large",
      `${name}: the decompressed file is longer than ${longestText} bytes; read it in chunks, with readTableChunks.`,
    );
  }
}
