import { InputError, type Place } from "../../errors.ts";
import { wording } from "../../wording.ts";
import type { Cell } from "../columnFromCells.ts";
import type { CellOptions } from "../columnFromTexts.ts";
import { decodeText, lineAt, type DecodeOptions } from "./decodeText.ts";
import { lineReader } from "./lineReader.ts";
import { checkShape, limitsOf, type TableLimits, checkLimit, beyondLimit } from "../limits.ts";
import { describePlace } from "../quote.ts";
import { tableFromRows, type Table, isTooSparse, tooSparse } from "../table.ts";
import type { RowColumn, Rows } from "../format.ts";

/** How JSON is read. */
export interface JsonOptions extends CellOptions, DecodeOptions {}

/** A line of JSON with no more characters than this is not worth counting. */
const shortLine = 10_000;

/** A row as JSON has it. */
type Row = Readonly<Record<string, Cell>>;

/**
 * A table from a JSON array of row objects. The columns are all the keys that occur; null and absent keys are missing
 * cells; booleans become the texts "true" and "false".
 *
 * @example parseJsonRows('[{"length": 5.1, "species": "setosa"}, {"length": 4.9, "species": "virginica"}]')
 */
export function parseJsonRows(input: string | Uint8Array, options: JsonOptions = {}): Table {
  const text = decodeText(input, options);
  if (text.trim() === "") throw new InputError("empty-table", "The text is empty.");
  const placeAt = (position: number): Place => ({
    line: lineAt(text, position),
    character: characterAt(text, position),
  });
  checkJson(text, 2, limitsOf(options), placeAt);
  const rows = parse(text, (position) => (position === undefined ? {} : placeAt(position)));
  if (!Array.isArray(rows)) {
    throw new InputError("not-rows", `The JSON must be an array of row objects; it is ${kindOf(rows)}.`);
  }
  if (rows.length === 0) throw new InputError("empty-table", "The JSON array holds no rows.");
  const placeOf = (row: number): Place => ({ row: row + 1 });
  return tableFromRows(
    rows.map((row, i) => checkedRow(row, placeOf(i))),
    options,
    placeOf,
  );
}

/** A table from newline-delimited JSON: one row object a line; empty lines are skipped. See `parseJsonRows`. */
export function parseNdjson(input: string | Uint8Array, options: JsonOptions = {}): Table {
  const text = decodeText(input, options);
  const rows: Row[] = [];
  const lines: number[] = [];
  const limits = limitsOf(options);
  const reader = lineReader(limits, (content, line) => {
    if (content.trim() === "") return;
    if (rows.length >= limits.rows) checkShape(limits, rows.length + 1, 0, `Line ${line}`, { line });
    rows.push(parseJsonLine(content, line, limits));
    lines.push(line);
  });
  reader.read(text);
  reader.end();
  if (rows.length === 0) throw new InputError("empty-table", "The text is empty: there is no line with a row object.");
  return tableFromRows(rows, options, (row) => ({ line: lines[row], row: row + 1 }));
}

/** The row object on a line of newline-delimited JSON. */
function parseJsonLine(content: string, line: number, limits: TableLimits): Row {
  if (content.length > shortLine || content.length > limits.columns) {
    checkJson(content, 1, limits, (position) => ({ line, character: position + 1 }));
  }
  const row = parse(content, (position) => (position === undefined ? { line } : { line, character: position + 1 }));
  return checkedRow(row, { line });
}

/** `JSON.parse` with the place of the error, as far as the platform tells the position. */
function parse(text: string, placeOf: (position: number | undefined) => Place): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const told = /at position (\d+)/.exec(message);
    const place = placeOf(told === null ? undefined : Number(told[1]));
    const where = place.line === undefined ? "The text" : describePlace(place);
    throw new InputError("malformed-json", `${where} is not valid JSON: ${message}`, place);
  }
}

function checkedRow(row: unknown, place: Place): Row {
  if (typeof row === "object" && row !== null && !Array.isArray(row)) return row as Row;
  throw new InputError(
    "not-rows",
    wording`${describePlace(place)} must be an object such as {"length": 5.1}; it is ${kindOf(row)}.`,
    place,
  );
}

function characterAt(text: string, position: number): number {
  return position - Math.max(text.lastIndexOf("\n", position - 1), text.lastIndexOf("\r", position - 1));
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Newline-delimited JSON by rows; see `parseNdjson`. Any row may bring new columns. */
export const ndjsonRows: Rows = (options, onRow) => {
  const limits = limitsOf(options);
  const columns: RowColumn[] = [];
  const places = new Map<string, number>();
  let given = 0; // cells that the rows have, and that a table of all columns so far would have
  let spanned = 0;
  const lines = lineReader(limits, (text, line) => {
    if (text.trim() === "") return;
    const cells: Cell[] = [];
    for (const [name, cell] of Object.entries(parseJsonLine(text, line, limits))) {
      let place = places.get(name);
      if (place === undefined) {
        checkLimit(limits, "columns", columns.length + 1, `Line ${line}`, { line });
        place = columns.push({ name }) - 1;
        places.set(name, place);
      }
      cells[place] = cell;
      given++;
    }
    spanned += columns.length;
    if (isTooSparse(given, spanned)) throw tooSparse(columns.length, { line });
    onRow(cells, line);
  });
  return { columns, isComplete: false, ...lines };
};

/** Row objects hold no objects, so that deeper values than this are refused before memory is taken for them. */
const deepest = 64;

/**
 * Counts the values of a JSON text before `JSON.parse` makes objects of them, which take up to twenty times the room of the
 * text. `depth` is that of a row object: 2 in an array of them, 1 on a line by itself. What is not valid JSON is left to the parser.
 */
function checkJson(text: string, depth: 1 | 2, limits: TableLimits, placeOf: (position: number) => Place): void {
  let rows = 0;
  let cells = 0;
  let columns = 0; // of the row
  let level = 0;
  const refuse = (name: "rows" | "columns" | "cells", found: number, position: number): InputError => {
    const place = placeOf(position);
    return beyondLimit(limits, name, found - 1, {
      what: place.line === undefined ? "The JSON" : `Line ${place.line}`,
      before: "more than ",
      place,
    });
  };
  const count = (position: number): void => {
    if (level < depth) {
      if (++rows > limits.rows) throw refuse("rows", rows, position);
      columns = 0;
      return;
    }
    if (++cells > limits.cells) throw refuse("cells", cells, position);
    if (level === depth && ++columns > limits.columns) throw refuse("columns", columns, position);
  };
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === quotationMark) {
      for (i++; i < text.length && text.charCodeAt(i) !== quotationMark; i++) {
        if (text.charCodeAt(i) === backslash) i++;
      }
    } else if (code === comma) count(i);
    else if (code === openingBrace || code === openingBracket) {
      if (++level > deepest) throw tooDeep(placeOf(i));
      count(i);
    } else if (code === closingBrace || code === closingBracket) level--;
  }
}

const quotationMark = 34;
const comma = 44;
const openingBracket = 91;
const backslash = 92;
const closingBracket = 93;
const openingBrace = 123;
const closingBrace = 125;

function tooDeep(place: Place): InputError {
  const where = place.line === undefined ? "The JSON" : `Line ${place.line}`;
  return new InputError(
    "not-a-cell",
    `${where}: values are nested more than ${deepest} deep; a cell must be a number, a text, a boolean or null.`,
    place,
  );
}
