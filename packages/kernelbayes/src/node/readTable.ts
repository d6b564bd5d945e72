import { readFile } from "node:fs/promises";
import type { TableOptions } from "../table/format.ts";
import { type TableFormat, formatOfContent, formatOfName } from "../table/formats.ts";
import type { Table } from "../table/table.ts";
import { errorInFile, isGzip, unreadableFile, damagedGzip } from "./errorInFile.ts";
import { parseAnyTable } from "./parseAnyTable.ts";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { decompressionLimit, limitsOf, type TableLimitOptions } from "../table/limits.ts";

/** How a file is read. */
export interface ReadTableOptions extends TableOptions {
  /** The format, where neither the content nor the name of the file tells it. */
  readonly format?: TableFormat;
}

/**
 * Reads a table from a file: delimited text (`.csv`, `.txt`, `.tsv`, `.tab`), JSON (`.json`, `.ndjson`, `.jsonl`), Excel (`.xlsx`), Parquet, Arrow, and
 * whatever else is in the catalogue `formats`. Excel, Parquet and Arrow files and compressed files (gzip) are recognised by their
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
  if (isGzip(bytes)) bytes = await decompressed(bytes, name, options);
  const format = options.format ?? formatOfContent(bytes) ?? formatOfName(name);
  try {
    return await parseAnyTable(bytes, format, options);
  } catch (error) {
    throw errorInFile(name, error);
  }
}

/** The content of a gzip file. More than the limits allow is refused before there is memory for it; `name` is for messages. */
export async function decompressed(
  bytes: Uint8Array,
  name: string,
  options: TableLimitOptions = {},
): Promise<Uint8Array> {
  const { most, refuse } = decompressionLimit(limitsOf(options), bytes.length);
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: most });
  } catch (error) {
    throw error instanceof RangeError ? refuse(name) : damagedGzip(name, error);
  }
}
