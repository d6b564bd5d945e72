import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { InputError } from "../errors.ts";
import type { TableChunks } from "../fit/chunks/tableChunks.ts";
import { declaredType } from "../table/columnFromTexts.ts";
import { checkSameColumns } from "../table/concatenateTables.ts";
import { formatOfName } from "../table/formats.ts";
import type { Table } from "../table/table.ts";
import { option, wording } from "../wording.ts";
import { errorInFile, unreadableFile } from "./errorInFile.ts";
import { readTableChunks, type ReadTableChunksOptions } from "./readTableChunks.ts";

/** Cells of a chunk, where the number of its rows is not given. */
const usualCells = 1_000_000;
/** Rows that are read to see how many columns there are. */
const firstRows = 1000;

/**
 * A table in a file, or in all table files of a folder in the order of their names, that is read in chunks as often as it is asked for: what `fitChunks` takes. Chunks have about a
 * million cells by default. The types of the columns of text files are found when they are first read, and kept. Files of a folder must have the same columns.
 *
 * @example const posterior = await fitChunks(logistic(), tableChunks("visits/"), { target: "outcome" });
 */
export function tableChunks(path: string, options: ReadTableChunksOptions = {}): TableChunks {
  let known: Known | undefined;
  let first: Table | undefined;
  return {
    async *read() {
      known ??= await lookAt(path, options);
      for (const file of known.files) {
        const types = first ? typesLike(first, options) : options.types;
        for await (const table of readTableChunks(file, { ...options, ...(types && { types }), rows: known.rows })) {
          if (first) checkLike(first, table, file);
          first ??= table;
          yield table;
        }
      }
    },
  };
}

/** The files to read, and the rows of a chunk. */
interface Known {
  readonly files: readonly string[];
  readonly rows: number;
}

async function lookAt(path: string, options: ReadTableChunksOptions): Promise<Known> {
  const files = await filesOf(path, options);
  let rows = options.rows;
  if (rows === undefined) {
    // Without types to find, no more than this is read of a text.
    const glance = readTableChunks(files[0], { ...options, types: () => "text", rows: firstRows });
    for await (const { columns } of glance) {
      rows = Math.ceil(usualCells / Math.max(1, columns.length));
      break;
    }
  }
  return { files, rows: rows ?? firstRows };
}

async function filesOf(path: string, { format }: ReadTableChunksOptions): Promise<readonly string[]> {
  let names: readonly string[];
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    names = await readdir(path);
  } catch (error) {
    throw unreadableFile(path, error);
  }
  const isTable = (name: string): boolean => !/^[._]/.test(name) && (format !== undefined || hasFormat(name));
  const found = names.filter(isTable).toSorted((a, b) => (a < b ? -1 : 1));
  if (found.length > 0) return found.map((name) => join(path, name));
  throw new InputError(
    "unreadable-file",
    "there is no file of a table in this folder.",
    { source: path },
    wording`Names should end as those of tables do, such as .parquet or .csv.gz; or give ${option("format")}.`,
  );
}

function hasFormat(name: string): boolean {
  try {
    return formatOfName(name) !== undefined;
  } catch {
    return false;
  }
}

/** The types that columns had before. Those of dates cannot be declared, and are found again. */
function typesLike(
  { columns }: Table,
  options: ReadTableChunksOptions,
): (name: string) => "number" | "text" | undefined {
  const types = new Map(columns.map(({ name, type }) => [name, type === "date" ? undefined : type]));
  return (name) => declaredType(name, options) ?? types.get(name);
}

function checkLike(first: Table, table: Table, file: string): void {
  try {
    checkSameColumns(first, table);
  } catch (error) {
    throw errorInFile(file, error);
  }
}
