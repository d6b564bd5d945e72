import { InputError, type Place } from "../../errors.ts";
import { wording } from "../../wording.ts";
import type { Cell } from "../columnFromCells.ts";
import type { CellOptions } from "../columnFromTexts.ts";
import { decodeText, lineAt, type DecodeOptions } from "./decodeText.ts";
import { checkJson } from "../checkJson.ts";
import { lineReader } from "./lineReader.ts";
import { checkShape, limitsOf, type TableLimits } from "../limits.ts";
import { describePlace } from "../quote.ts";
import { tableFromRows, type Table } from "../table.ts";

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
export function parseJsonLine(content: string, line: number, limits: TableLimits): Row {
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
