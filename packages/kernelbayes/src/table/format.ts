import type { Cell } from "./columnFromCells.ts";
import type { ColumnType } from "./column.ts";
import type { CsvOptions } from "./text/parseCsv.ts";
import type { LibsvmOptions } from "./text/parseLibsvm.ts";
import type { Table } from "./table.ts";

/** How a table is read, whatever its format. What a format does not know is not used. */
export interface TableOptions extends CsvOptions, LibsvmOptions, SheetOptions {}

/** Which part of a workbook is read. */
export interface SheetOptions {
  /** The sheet of an Excel file, by its name or by its number counted from 1. Default: the first that is not hidden. */
  readonly sheet?: string | number;
}

/**
 * A format of tables: a member of the catalogue in `formats.ts`.
 *
 * To add one, write a file with `parse`, and a line in the catalogue; reading by name, by content, by `format` and all
 * documentation of what can be read follow from there. If the format can be read in parts, it says how, in one of two ways:
 *
 * - a format of lines gives `rows`, which turns text, fed in pieces, into rows of cells. Then `parse` need not be written
 *   a second time: `parse: (input, options) => parseByRows(rows, input, options)`;
 * - a format of blocks gives `groups`, which reads the blocks one by one from any place of a file.
 *
 * What is wrong with the input is an `InputError` with its place, whatever the bytes.
 */
export interface Format {
  /** How names of files end, without the point and in lower case: `["csv", "txt"]`. */
  readonly extensions: readonly string[];
  /** How the files of a binary format begin, one character a byte. What a file begins with goes before its name. */
  readonly signatures?: readonly string[];
  /**
   * The table in a whole text, or in its bytes. Binary formats refuse texts. Excel, whose reader is loaded when it is needed, refuses here and is read by
   * `parseExcel`.
   */
  readonly parse: (input: string | Uint8Array, options: TableOptions) => Table;
  /** For formats of lines: a reader that calls `onRow` for every row of the text it is fed. */
  readonly rows?: Rows;
  /** For formats of blocks: their tables in order, with equal columns, at least one. */
  readonly groups?: (source: RandomAccess, options: TableOptions) => AsyncGenerator<Table>;
  /** For formats that can be written: a writer of one table, which may come in parts. */
  readonly writer?: () => TableWriter;
}

/** Writes a table in parts that have the same columns. Reading what was written gives the same table, but for what the format says. */
export interface TableWriter<Output extends string | Uint8Array = string | Uint8Array> {
  /** What further rows add to the file; the first part, which may have no rows, decides the columns. */
  add(table: Table): Output;
  /** The end of the file. */
  end(): Output;
}

/** Makes the reader of one text. */
export type Rows = (options: TableOptions, onRow: OnRow) => RowReader;

/**
 * A row, as its cells in the order of `RowReader.columns`, and the line (counted from 1) on which it begins. The array is
 * the receiver's to keep. Cells at its end may be left out, and it may be sparse: see `RowReader.absent`; null is missing.
 */
export type OnRow = (cells: Cell[], line: number) => void;

/** A column as a format of lines tells it. */
export interface RowColumn {
  readonly name: string;
  /** The type, if the format declares it; else it is found from the cells. A type that the caller declares goes first. */
  readonly type?: ColumnType;
}

/** Reads a text in pieces. Pieces end anywhere; byte order mark and NUL characters have been seen to. */
export interface RowReader {
  /** The columns that have been seen so far. More may come behind them with each row, unless `isComplete`. */
  readonly columns: readonly RowColumn[];
  /** Whether `columns` holds all columns before the first row is handed over. */
  readonly isComplete: boolean;
  /** The cell that a row has in a column where it has none (undefined); missing by default. Sparse formats say 0. */
  readonly absent?: Cell;
  /** The texts that stand for a missing cell where the caller gives none, if they differ from `defaultMissing`. */
  readonly missing?: readonly string[];
  /** Takes in the next piece, and hands over the rows that are complete. */
  read(piece: string): void;
  /** The text is over: hands over the last row, and refuses what is incomplete. */
  end(): void;
}

/** Bytes of which any part can be had: a file, or a `Blob` of a page. */
export interface RandomAccess {
  readonly length: number;
  /** The bytes from `from` up to, not including, `to`, both within the length. */
  read(from: number, to: number): Promise<Uint8Array>;
}

/** A range of bytes, `to` not included. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * The reading of a file of blocks: it asks for ranges of bytes, is given them, and hands over a table a block. So one reading
 * serves bytes in memory and files, without and with waiting.
 */
export type Steps = Generator<Range | Table, void, Uint8Array>;

/** The tables of a reading, from bytes in memory. */
export function tablesFromBytes(steps: Steps, bytes: Uint8Array): Table[] {
  const tables: Table[] = [];
  for (let { value, done } = steps.next(); !done && value;) {
    if ("columns" in value) {
      tables.push(value);
      ({ value, done } = steps.next());
    } else ({ value, done } = steps.next(bytes.subarray(value.from, value.to)));
  }
  return tables;
}

/** The tables of a reading, from bytes of which any part can be had. */
export async function* tablesFromSource(steps: Steps, source: RandomAccess): AsyncGenerator<Table> {
  for (let { value, done } = steps.next(); !done && value;) {
    if ("columns" in value) {
      yield value;
      ({ value, done } = steps.next());
    } else ({ value, done } = steps.next(await source.read(value.from, value.to)));
  }
}
