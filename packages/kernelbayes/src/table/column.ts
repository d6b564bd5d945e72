import { readNumber } from "./readNumber.ts";
import { InputError } from "../errors.ts";
import { quote } from "./quote.ts";
import type { DateOrder } from "./writtenDate.ts";

/** A column of numbers. */
export interface NumberColumn {
  readonly name: string;
  readonly type: "number";
  /** One value a row; NaN is a missing cell. Infinite values are kept, so that whoever uses them can say where they are. */
  readonly values: Float64Array;
  /** The cells as they were written where `String` of the number does not tell it: `01`, `1.0`, `1e3`. Else undefined. */
  readonly texts?: readonly (string | undefined)[];
}

/** A column of words: each cell is a code, the place of its text in `levels`. */
export interface TextColumn {
  readonly name: string;
  readonly type: "text";
  /** One code a row; −1 is a missing cell. */
  readonly codes: Int32Array;
  /** The different texts in order of first appearance. */
  readonly levels: readonly string[];
}

/** A column of ISO 8601 dates, kept as they were written. */
export interface DateColumn {
  readonly name: string;
  readonly type: "date";
  /** One code a row; −1 is a missing cell. */
  readonly codes: Int32Array;
  /** The different dates as written, in order of first appearance. */
  readonly levels: readonly string[];
  /** The order in which the cells were written that `checkTable` has read as dates: a model reads new rows by it. Absent for ISO 8601. */
  readonly order?: DateOrder;
}

/** A named column; plain data, never modified. */
export type Column = NumberColumn | TextColumn | DateColumn;

/** What a column may be declared to be, against what its cells suggest. */
export type ColumnType = Column["type"];

/** The number of cells of a column. */
export function lengthOf(column: Column): number {
  return column.type === "number" ? column.values.length : column.codes.length;
}

/**
 * The cells of a column exactly as they were written: "01" stays "01", yes and no stay yes and no. Numbers that did not
 * come from text are written by `String`. A missing cell is undefined.
 */
export function asText(column: Column): (string | undefined)[] {
  if (column.type !== "number") return Array.from(column.codes, (code) => column.levels[code]);
  const { values, texts } = column;
  return Array.from(values, (value, row) => (Number.isNaN(value) ? undefined : (texts?.[row] ?? String(value))));
}

/** The given cells of a column, in the given order. Levels that no chosen row has are left out. */
export function selectCells(column: Column, rows: ArrayLike<number>): Column {
  const { name, type } = column;
  if (type === "number") {
    // Loops, since a function that is called for each cell takes most of the time of a chunk.
    const values = new Float64Array(rows.length);
    for (let i = 0; i < values.length; i++) values[i] = column.values[rows[i]];
    const texts = column.texts && Array.from(rows, (row) => column.texts?.[row]);
    return texts?.some((text) => text !== undefined) ? { name, type, values, texts } : { name, type, values };
  }
  const renumbered = new Int32Array(column.levels.length).fill(-1);
  const levels: string[] = [];
  const codes = new Int32Array(rows.length);
  for (let i = 0; i < codes.length; i++) {
    const code = column.codes[rows[i]];
    if (code >= 0 && renumbered[code] < 0) renumbered[code] = levels.push(column.levels[code]) - 1;
    codes[i] = code < 0 ? -1 : renumbered[code];
  }
  return type === "date" && column.order !== undefined
    ? { name, type, codes, levels, order: column.order }
    : { name, type, codes, levels };
}

/**
 * The numbers of a column as they were written, if they read as the same numbers with a decimal point, else as `String` writes them;
 * undefined where missing. −0 keeps its sign.
 */
export function writtenNumbers(column: NumberColumn): (string | undefined)[] {
  return asText(column).map((text, row) => {
    const value = column.values[row];
    if (text === undefined || Object.is(readNumber(text), value)) return text;
    return Object.is(value, -0) ? "-0" : String(value);
  });
}

/** Refuses half a surrogate pair, which is no character and cannot be written as UTF-8; a writer would change it without a word. */
export function checkWellFormed(text: string, name: string): void {
  if (!/\p{Surrogate}/u.test(text)) return;
  throw new InputError(
    "wrong-encoding",
    `Column ${quote(name)}: the text ${quote(text)} has half of a character (a lone surrogate), and cannot be written as UTF-8.`,
    { column: name },
  );
}
