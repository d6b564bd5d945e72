import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { InputError } from "../errors.ts";
import type { CsvOptions } from "../table/parseCsv.ts";
import type { TableFormat } from "../table/formats.ts";
import { formatOfName, parseTable } from "../table/parseTable.ts";
import type { Table } from "../table/table.ts";

/** How a file is read. */
export interface ReadTableOptions extends CsvOptions {
  /** The format, where the name of the file does not tell it. */
  readonly format?: TableFormat;
}

/** Longer texts do not fit into one string. */
const longestText = 2 ** 29 - 24;

/**
 * Reads a table from a file: `.csv`, `.txt` (any delimiter), `.tsv`, `.tab`, `.json` (array of row objects), `.ndjson`
 * or `.jsonl`. Compressed files (gzip) are recognised by their content. Whatever is wrong with the file is an
 * `InputError` that names it.
 */
export async function readTable(path: string | URL, options: ReadTableOptions = {}): Promise<Table> {
  const name = String(path);
  const format = options.format ?? formatOfName(name);
  const bytes = await decompressed(await contentOf(path, name), name);
  try {
    return parseTable(bytes, format, options);
  } catch (error) {
    throw error instanceof InputError ? new InputError(error.code, `${name}: ${error.message}`, error.place) : error;
  }
}

async function contentOf(path: string | URL, name: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw new InputError(
      "unreadable-file",
      `${name}: ${reasons[code] ?? `the file cannot be read (${String(error)}).`}`,
    );
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file.",
  ENOTDIR: "there is no such file; part of the path is not a directory.",
  EISDIR: "this is a directory; give the name of a file.",
  EACCES: "permission to read the file is denied.",
  EPERM: "permission to read the file is denied.",
  ENAMETOOLONG: "the name is too long for a file.",
  ERR_INVALID_ARG_VALUE: "this cannot be the name of a file.",
  ERR_INVALID_URL_SCHEME: "only file: addresses can be read.",
  ERR_FS_FILE_TOO_LARGE: "the file is too large to be read at once.",
};

async function decompressed(bytes: Uint8Array, name: string): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: longestText });
  } catch (error) {
    const tooLarge = error instanceof RangeError;
    throw new InputError(
      tooLarge ? "too-large" : "damaged-file",
      tooLarge
        ? `${name}: the decompressed text is longer than ${longestText} bytes.`
        : `${name}: the compressed file is damaged or cut short (${error instanceof Error ? error.message : String(error)}).`,
    );
  }
}
