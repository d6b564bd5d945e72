import { InputError, type Place } from "../errors.ts";
import { option, wording, type Wording } from "../wording.ts";
import { agreedNumbers } from "./agreedNumbers.ts";
import type { Column, ColumnType, NumberColumn } from "./column.ts";
import { checkLevels } from "./limits.ts";
import { describePlace, quote } from "./quote.ts";
import { readNumber, readPlainNumber } from "./readNumber.ts";
import { writtenKind } from "./writtenKind.ts";

/** How cells become columns; the same for every source of tables. */
export interface CellOptions {
  /**
   * The texts that stand for a missing cell, beside the empty one and one of blanks only. Default:
   * `["NA", "N/A", "NaN", "nan", "null", "NULL", "?"]`.
   */
  readonly missing?: readonly string[];
  /**
   * The types of columns whose cells suggest another: `{ zip: "text", grade: "number" }`. A function of the name may declare the
   * types of columns that need not be there.
   */
  readonly types?: Readonly<Record<string, "number" | "text">> | ((name: string) => "number" | "text" | undefined);
  /**
   * The sign between whole and decimal part of numbers in texts. Default: `"."`, and in a column that `types` declares to be one of numbers also a comma or a
   * percent sign (5% is 0.05), if all its cells agree and one leaves no doubt.
   */
  readonly decimal?: "." | ",";
}

/** The texts that stand for a missing cell unless `missing` says otherwise; the empty cell is always missing. */
export const defaultMissing: readonly string[] = ["NA", "N/A", "NaN", "nan", "null", "NULL", "?"];

/** The cells of a column as texts, which may be cut out of a larger text only when they are asked for. */
export interface Texts {
  readonly length: number;
  at(row: number): string;
  /** `readPlainNumber` of the cell. */
  plainNumberAt(row: number): number;
}

/** Cells that exist as texts. */
export function textsOf(texts: readonly string[]): Texts {
  return { length: texts.length, at: (row) => texts[row], plainNumberAt: (row) => readPlainNumber(texts[row]) };
}

/**
 * Numbers too long to be plain are compared with their texts, which is slow, up to this many a column. If all agree, a
 * program wrote them in the shortest form, and will have done so in the rest of the column.
 */
const checkedLongNumbers = 10_000;
const longNumber = 17; // characters

/**
 * What is known of a column whose cells come in parts, so that the parts together are the column that all cells at once
 * would make. Reading a part brings it up to date.
 */
export interface ColumnProgress {
  /** The type, once it is known. */
  type?: ColumnType;
  /** Whether the type was only found in the first part, so that a later cell may contradict it. */
  readonly isProvisional?: boolean;
  /** Whether some cells of the whole column are texts; then all go by their texts. */
  hasTexts?: boolean;
  /** Numbers too long to be plain so far, and whether one of them was not in the shortest form. */
  longNumbers: number;
  longDiffer: boolean;
}

/** Where a row (counted from 0) is, for messages: its number or its line in the file. */
export type PlaceOfRow = (row: number) => Place;

const isoDate = /^\d{4}-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/;

/**
 * The column that the texts make. It is a number column if all cells that are not missing read as numbers, also if none
 * is left; a date column if all are ISO 8601 dates; else a text column.
 */
export function columnFromTexts(
  name: string,
  texts: Texts,
  options: CellOptions,
  placeOf: PlaceOfRow,
  progress: ColumnProgress = { longNumbers: 0, longDiffer: false },
): Column {
  const given = declaredType(name, options);
  const declared = given ?? progress.type;
  const missing = new Set(options.missing ?? defaultMissing);
  const refuse = (row: number): InputError =>
    unlikeItsType(name, texts.at(row), declared, given === undefined && progress.isProvisional === true, placeOf(row));
  if (declared === undefined || declared === "number") {
    const column = numberColumn(name, texts, missing, options.decimal ?? ".", progress);
    if (typeof column !== "number") return column;
    const agreed = given === "number" && options.decimal === undefined ? asWritten(name, texts, missing) : undefined;
    if (agreed !== undefined) return agreed;
    if (declared === "number") throw refuse(column);
  }
  const { codes, levels } = dictionary(name, texts, missing);
  const stranger = declared === "text" ? 0 : levels.findIndex((level) => !isIsoDate(level));
  if (declared === "date" && stranger >= 0) throw refuse(codes.indexOf(stranger));
  return { name, type: stranger < 0 ? "date" : "text", codes, levels };
}

/** Finds the type of a column whose cells are only shown to it, one after the other. */
export function typeFinder(options: CellOptions): { see(text: string): void; found(): ColumnType } {
  const missing = new Set(options.missing ?? defaultMissing);
  const read = options.decimal === "," ? readDecimalComma : readNumber;
  let isNumber = true;
  let isDate = true;
  return {
    see(text) {
      if ((!isNumber && !isDate) || isMissing(text, missing)) return;
      if (isNumber && Number.isNaN(read(text))) isNumber = false;
      if (isDate && !isIsoDate(text)) isDate = false;
    },
    found: () => (isNumber ? "number" : isDate ? "date" : "text"),
  };
}

/** The number column of the texts, or the first row whose text is not a number. */
function numberColumn(
  name: string,
  texts: Texts,
  missing: ReadonlySet<string>,
  decimal: string,
  progress: ColumnProgress,
): NumberColumn | number {
  const values = new Float64Array(texts.length);
  const read = decimal === "." ? readNumber : readDecimalComma;
  // Unless numbers such as -999 stand for missing cells, a cell that is a number need not be looked up among them.
  const numbersFirst = [...missing].every((text) => Number.isNaN(read(text)));
  let written: (string | undefined)[] | undefined;
  for (let row = 0; row < values.length; row++) {
    const plain = numbersFirst ? texts.plainNumberAt(row) : NaN;
    values[row] = plain;
    if (!Number.isNaN(plain)) continue;
    const text = texts.at(row);
    if (!numbersFirst && isMissing(text, missing)) continue;
    const value = read(text);
    values[row] = value;
    if (Number.isNaN(value)) {
      if (isMissing(text, missing)) continue;
      return row;
    }
    if (text.length >= longNumber) {
      if (++progress.longNumbers <= checkedLongNumbers ? String(value) === text : !progress.longDiffer) continue;
      progress.longDiffer = true;
    } else if (String(value) === text) continue;
    (written ??= new Array<string | undefined>(values.length).fill(undefined))[row] = text;
  }
  return written === undefined ? { name, type: "number", values } : { name, type: "number", values, texts: written };
}

/** The numbers of a column whose cells are all written with decimal commas, or all with percent signs. */
function asWritten(name: string, texts: Texts, missing: ReadonlySet<string>): NumberColumn | undefined {
  const { codes, levels } = dictionary(name, texts, missing);
  const agreed = agreedNumbers(levels);
  return (
    agreed && {
      name,
      type: "number",
      values: Float64Array.from(codes, (code) => (code < 0 ? NaN : agreed.values[code])),
      texts: Array.from(codes, (code) => levels[code]),
    }
  );
}

function readDecimalComma(text: string): number {
  return text.includes(".") ? NaN : readNumber(text.replace(",", "."));
}

/** Each text as a code, the place of its first appearance among the different texts; a missing one is −1. */
function dictionary(name: string, texts: Texts, missing: ReadonlySet<string>): { codes: Int32Array; levels: string[] } {
  const numbers = new Map<string, number>();
  const levels: string[] = [];
  const codes = new Int32Array(texts.length);
  for (let row = 0; row < codes.length; row++) {
    const text = texts.at(row);
    let code = numbers.get(text);
    if (code === undefined) {
      checkLevels(numbers.size + 1, name);
      code = isMissing(text, missing) ? -1 : levels.push(text) - 1;
      numbers.set(text, code);
    }
    codes[row] = code;
  }
  return { codes, levels };
}

function isMissing(text: string, missing: ReadonlySet<string>): boolean {
  if (text === "" || missing.has(text)) return true;
  const trimmed = text.trim();
  return trimmed === "" || (trimmed.length < text.length && missing.has(trimmed));
}

const usualMissing: ReadonlySet<string> = new Set(defaultMissing);

/** Whether a text stands for a missing cell where `missing` is not given. */
export function isMissingText(text: string): boolean {
  return isMissing(text, usualMissing);
}

function isIsoDate(text: string): boolean {
  const match = isoDate.exec(text);
  if (match === null) return false;
  const [month, day, hour, minute, second] = match.slice(1).map((part: string | undefined) => Number(part ?? 0));
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour <= 24 && minute <= 59 && second <= 60;
}

/** The type that the caller declares for a column. */
export function declaredType(name: string, { types }: CellOptions): "number" | "text" | undefined {
  const type =
    typeof types === "function" ? types(name) : types && Object.hasOwn(types, name) ? types[name] : undefined;
  if (type === undefined || type === "number" || type === "text") return type;
  throw new InputError(
    "invalid-option",
    `types: column ${quote(name)} can be declared "number" or "text"; got ${quote(String(type))}.`,
    { column: name },
  );
}

/** The option to try for a number with a comma. */
function decimalHint(text: string): Wording {
  const kind = writtenKind(text);
  return kind === "comma" || kind === "decimal-comma"
    ? wording` If the comma is a decimal sign, give ${option("decimal", ",")}.`
    : "";
}

function unlikeItsType(
  name: string,
  text: string,
  type: ColumnType | undefined,
  isProvisional: boolean,
  place: Place,
): InputError {
  const kind = type === "date" ? "date" : "number";
  const reason = isProvisional ? `, but the rows before made it a column of ${kind}s` : "";
  const way = isProvisional
    ? wording`Declare its type, ${option("types", { [name]: "text" })}, list the cell in ${option("missing")}, or read from a file, of which all rows can be seen before.`
    : wording`The column was declared to be one: fix the cell, list it in ${option("missing")}, or declare the column as "text".${decimalHint(text)}`;
  return new InputError(
    type === "date" ? "not-a-date" : "not-a-number",
    wording`${describePlace(place)}, column ${quote(name)}: ${quote(text)} is not a ${kind}${reason}.`,
    { column: name, ...place },
    way,
  );
}
