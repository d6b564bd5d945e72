import { InputError, type Place } from "../errors.ts";
import { quote } from "./quote.ts";
import { option, wording, type Wording } from "../wording.ts";

/**
 * What a table may cost its reader: the one budget of all formats. A file of a few hundred bytes can announce more cells than a
 * machine has memory for, so that its size is no bound. Every reader counts against these limits before it allocates, over the
 * whole file, and a reader of chunks over a chunk.
 */
export interface TableLimits {
  /**
   * Rows of a table. A row costs up to 300 bytes in a reader by lines, beside its cells. Default: 4 000 000.
   */
  readonly rows: number;
  /** Columns of a table. A column costs about 500 bytes beside its cells. Default: 1 000 000, more than a methylation array has. */
  readonly columns: number;
  /**
   * Cells of a table, rows times columns, also those that a sparse format leaves out. A cell costs up to 40 bytes while it is
   * read. Default: 40 000 000.
   */
  readonly cells: number;
  /** Characters of a line, or of a record with line ends in quotation marks. Default: 2²⁶, 67 million. */
  readonly lineLength: number;
  /**
   * Characters of a text that is read at once, bytes of a compressed file when it is decompressed at once, and bytes of a page of
   * Parquet or a part of Arrow. Default: 2²⁸, 268 million, half of what a string of V8 can hold.
   */
  readonly textLength: number;
  /** Row groups of Parquet, or messages of Arrow. Default: 100 000. */
  readonly groups: number;
  /**
   * Bytes that a byte of compressed input may become, on average over the file, beyond the first 2²⁶ bytes. Tables of text
   * have factors of 3 to 100; the most that gzip can reach is 1032. Default: 250.
   */
  readonly expansion: number;
}

/** The limits where `limits` gives no others: readers at these limits stay within a heap of 4 GB. */
export const defaultLimits: TableLimits = {
  rows: 4_000_000,
  columns: 1_000_000,
  cells: 40_000_000,
  lineLength: 2 ** 26,
  textLength: 2 ** 28,
  groups: 100_000,
  expansion: 250,
};

/**
 * Beyond these no memory helps: an array of V8 holds fewer than 2²⁷ elements, a string 2²⁹ − 24 characters, and a reader of chunks
 * needs room for a line and the piece that follows it in one string.
 */
const ceilings: TableLimits = {
  rows: 2 ** 26,
  columns: 2 ** 24 - 1,
  cells: 2 ** 31 - 1,
  lineLength: 2 ** 28,
  textLength: 2 ** 29 - 24,
  groups: 2 ** 26,
  expansion: 2 ** 20,
};

/** Decompressed bytes that are never too many, whatever they were compressed to. */
const freeBytes = 2 ** 26;

/** A `Map` of V8 holds 2²⁴ entries at most, and a text column needs one for each of its different texts. */
const mostLevels = 2 ** 24 - 1;

/** How much of a table is read. */
export interface TableLimitOptions {
  /**
   * Limits of the reader that differ from the defaults: `{ cells: 200_000_000 }` for a table that is larger and a machine that has
   * the memory. See `TableLimits`.
   */
  readonly limits?: Partial<TableLimits>;
}

/** What is counted, and how to do without it. */
const words: Readonly<Record<keyof TableLimits, readonly [unit: string, advice: string]>> = {
  rows: ["rows", "Write it in smaller parts or read it in chunks (readTableChunks)"],
  columns: ["columns", "Check the delimiter, leave columns out"],
  cells: ["cells", "Leave columns out, write it in smaller parts or read it in chunks (readTableChunks)"],
  lineLength: ["characters in a line", "Check line ends and quotation marks"],
  textLength: ["characters or bytes at once", "Write it in smaller parts or read it in chunks (readTableChunks)"],
  groups: ["row groups or batches", "Write it again with larger ones"],
  expansion: ["bytes per compressed byte", "If you trust the file, decompress it first"],
};

/** The limits for one reading. What cannot be a limit is refused. */
export function limitsOf({ limits = {} }: TableLimitOptions): TableLimits {
  for (const [name, value] of Object.entries(limits) as [string, unknown][]) {
    if (!Object.hasOwn(defaultLimits, name)) {
      const known = Object.keys(defaultLimits).join(", ");
      throw new InputError("invalid-option", `There is no limit ${quote(name)}; the limits are ${known}.`);
    }
    const most = ceilings[name as keyof TableLimits];
    if (value === undefined || (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most))
      continue;
    throw new InputError(
      "invalid-option",
      `limits: ${name} must be a whole number from 1 to ${most}; got ${String(value)}.`,
    );
  }
  const given = Object.entries(limits).filter(([, value]) => value !== undefined);
  return { ...defaultLimits, ...(Object.fromEntries(given) as Partial<TableLimits>) };
}

/** Refuses more of something than the limit allows. `what` begins the message: "Line 3", "The Parquet file". */
export function checkLimit(
  limits: TableLimits,
  name: keyof TableLimits,
  found: number,
  what: Wording,
  place: Place = {},
): void {
  if (!(found <= limits[name])) throw beyondLimit(limits, name, found, { what, place });
}

/** How too much is described. */
interface Excess {
  /** What has too much of it, at the beginning of the message; absent where the source stands there. */
  readonly what?: Wording | undefined;
  /** Words before the figure, such as "more than " where counting ended. */
  readonly before?: string;
  readonly place?: Place | undefined;
}

/** The error of too much. */
export function beyondLimit(
  limits: TableLimits,
  name: keyof TableLimits,
  count: number,
  { what, before = "", place = {} }: Excess,
): InputError {
  const [unit, advice] = words[name];
  const enough = Math.min(ceilings[name], Math.max(2 * limits[name], count));
  const raise =
    count > ceilings[name] || limits[name] >= ceilings[name]
      ? ""
      : wording`, or raise the limit: ${option("limits", { [name]: enough })}`;
  return new InputError(
    "too-large",
    wording`${what === undefined ? "" : wording`${what}: `}${before}${count} ${unit}; the limit is ${limits[name]}.`,
    place,
    wording`${advice}${raise}.`,
  );
}

/** Refuses rows times columns beyond the limits. */
export function checkShape(limits: TableLimits, rows: number, columns: number, what: Wording, place: Place = {}): void {
  checkLimit(limits, "rows", rows, what, place);
  checkLimit(limits, "columns", columns, what, place);
  if (rows * columns <= limits.cells) return;
  throw beyondLimit(limits, "cells", rows * columns, { what, before: `${rows} rows and ${columns} columns, `, place });
}

/** The rows that a table of so many columns may have. */
export function mostRows(limits: TableLimits, columns: number): number {
  return Math.min(limits.rows, Math.floor(limits.cells / Math.max(1, columns)));
}

/** Refuses what has become far more than it was. Counts are of the whole file so far. */
export function checkExpansion(
  limits: TableLimits,
  compressed: number,
  bytes: number,
  { what, place }: Pick<Excess, "what" | "place">,
): void {
  if (bytes <= mostExpanded(limits, compressed)) return;
  const ratio = Math.floor(bytes / Math.max(1, compressed));
  throw beyondLimit(limits, "expansion", ratio, {
    what,
    before: `${compressed} bytes become at least ${bytes}, `,
    place,
  });
}

/** Counts the bytes that the parts of a file of the given length become when they are read, and refuses too many. */
export function expansionCounter(limits: TableLimits, fileLength: number, what: string): (bytes: number) => void {
  let total = 0;
  return (bytes) => {
    total += bytes;
    checkExpansion(limits, fileLength, total, { what });
  };
}

/** The bytes to which a compressed file may be decompressed at once, and the error if there are more. */
export function decompressionLimit(
  limits: TableLimits,
  compressed: number,
): { readonly most: number; refuse(source: string): InputError } {
  const most = Math.min(limits.textLength, mostExpanded(limits, compressed));
  return {
    most,
    refuse: (source) =>
      most === limits.textLength
        ? beyondLimit(limits, "textLength", most, { before: "decompressed more than ", place: { source } })
        : beyondLimit(limits, "expansion", limits.expansion, {
            before: `${compressed} bytes become more than ${most}, more than `,
            place: { source },
          }),
  };
}

function mostExpanded(limits: TableLimits, compressed: number): number {
  return Math.max(freeBytes, limits.expansion * compressed);
}

/** Refuses a column of more different texts than can be told apart. */
export function checkLevels(count: number, column: string): void {
  if (count <= mostLevels) return;
  throw new InputError(
    "too-large",
    `Column ${quote(column)} has more than ${mostLevels} different texts.`,
    { column },
    "Leave it out, or read the table in chunks.",
  );
}
