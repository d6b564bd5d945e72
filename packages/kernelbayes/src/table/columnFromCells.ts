import { InputError, type Place } from "../errors.ts";
import type { Column, ColumnType, NumberColumn } from "./column.ts";
import { quote } from "./quote.ts";
import { readNumber, readPlainNumber } from "./readNumber.ts";

/** A cell as a program has it. Booleans become the texts "true" and "false", a `Date` its ISO 8601 text. */
export type Cell = string | number | bigint | boolean | Date | null | undefined;

/** How cells become columns; the same for every source of tables. */
export interface CellOptions {
  /**
   * The texts that stand for a missing cell, beside the empty one; blanks around them do not count. Default:
   * `["NA", "N/A", "NaN", "nan", "null", "NULL", "?"]`.
   */
  readonly missing?: readonly string[];
  /** The types of columns whose cells suggest another: `{ zip: "text", grade: "number" }`. */
  readonly types?: Readonly<Record<string, ColumnType>>;
}

/** The texts that stand for a missing cell unless `missing` says otherwise; the empty cell is always missing. */
export const defaultMissing: readonly string[] = ["NA", "N/A", "NaN", "nan", "null", "NULL", "?"];

const isoDate = /^\d{4}-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/;

/**
 * The column that the cells make. It is a number column if all cells that are not missing are numbers or read as
 * numbers, also if none is left; a date column if all are ISO 8601 dates; else a text column. `placeOf` gives the place of a row for messages.
 */
export function columnFromCells(
  name: string,
  cells: ArrayLike<Cell>,
  options: CellOptions = {},
  placeOf: (row: number) => Place = (row) => ({ row: row + 1 }),
): Column {
  const declared = declaredType(name, options);
  const missing = new Set(options.missing ?? defaultMissing);
  const texts = Array.from(cells, (cell, row) => {
    const text = textOf(cell, () => ({ column: name, ...placeOf(row) }));
    return isMissing(text, missing) ? "" : text;
  });
  if (declared === undefined || declared === "number") {
    const column = numberColumn(name, texts);
    if (typeof column !== "number") return column;
    if (declared === "number") {
      const place = placeOf(column);
      throw new InputError(
        "not-a-number",
        `${describe(place)}, column ${quote(name)}: ${quote(texts[column])} is not a number, but the column was declared to be one. ` +
          `Mend the cell, list it in \`missing\`, or declare the column as "text".`,
        { column: name, ...place },
      );
    }
  }
  const isDate = declared === undefined ? texts.every((text) => text === "" || isIsoDate(text)) : declared === "date";
  return { name, type: isDate ? "date" : "text", ...dictionary(texts) };
}

/** The number column of the texts, or the first row whose text is not a number. */
function numberColumn(name: string, texts: readonly string[]): NumberColumn | number {
  const values = new Float64Array(texts.length);
  let toldByNumbers = true;
  for (let row = 0; row < texts.length; row++) {
    const text = texts[row];
    if (text === "") {
      values[row] = NaN;
      continue;
    }
    let value = readPlainNumber(text);
    if (Number.isNaN(value)) {
      value = readNumber(text);
      if (Number.isNaN(value)) return row;
      toldByNumbers &&= String(value) === text;
    }
    values[row] = value;
  }
  return toldByNumbers ? { name, type: "number", values } : { name, type: "number", values, texts };
}

/** Each text as a code, the place of its first appearance among the different texts; the empty text is −1. */
function dictionary(texts: readonly string[]): { codes: Int32Array; levels: string[] } {
  const numbers = new Map<string, number>([["", -1]]);
  const levels: string[] = [];
  const codes = Int32Array.from(texts, (text) => {
    let code = numbers.get(text);
    if (code === undefined) numbers.set(text, (code = levels.push(text) - 1));
    return code;
  });
  return { codes, levels };
}

function isMissing(text: string, missing: ReadonlySet<string>): boolean {
  if (text === "" || missing.has(text)) return true;
  const trimmed = text.trim();
  return trimmed.length < text.length && (trimmed === "" || missing.has(trimmed));
}

function textOf(cell: Cell, place: () => Place): string {
  if (typeof cell === "string") return cell;
  if (cell === null || cell === undefined || Number.isNaN(cell)) return "";
  if (typeof cell === "number" || typeof cell === "bigint" || typeof cell === "boolean") return String(cell);
  if (cell instanceof Date && !Number.isNaN(cell.getTime())) return cell.toISOString();
  const { row, line, column = "" } = place();
  throw new InputError(
    "not-a-cell",
    `${describe({ row, line } as Place)}, column ${quote(column)}: a cell must be a number, a text, a boolean or null; got ${Array.isArray(cell) ? "an array" : cell instanceof Date ? "an invalid date" : `a value of type ${typeof cell}`}.`,
    place(),
  );
}

function isIsoDate(text: string): boolean {
  const match = isoDate.exec(text);
  if (match === null) return false;
  const [month, day, hour = 0, minute = 0, second = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour <= 24 && minute <= 59 && second <= 60;
}

function declaredType(name: string, { types }: CellOptions): ColumnType | undefined {
  if (types === undefined || !Object.hasOwn(types, name)) return undefined;
  const type = types[name];
  if (type !== "number" && type !== "text" && type !== "date") {
    throw new InputError(
      "invalid-option",
      `types: column ${quote(name)} can be "number", "text" or "date"; got ${quote(String(type))}.`,
      { column: name },
    );
  }
  return type;
}

function describe({ line, row }: Place): string {
  return line === undefined ? `Row ${row}` : `Line ${line}`;
}
