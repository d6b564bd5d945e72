import { InputError } from "../../errors.ts";
import { damaged } from "../damaged.ts";
import { checkShape, type TableLimits } from "../limits.ts";
import { xmlTags } from "./xmlTags.ts";

/** What is known of a sheet before its cells are read. */
export interface SheetShape {
  /** Rows and columns up to the last cell that holds something. */
  readonly rows: number;
  readonly columns: number;
  readonly merged: readonly CellRange[];
  /** The part of the XML that holds the cells, each with its place. */
  readonly data: string;
}

/** A block of cells, rows and columns counted from 1. */
interface CellRange {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** What a sheet of Excel can have. */
const mostRows = 1_048_576;
const mostColumns = 16_384;

/**
 * Looks through the XML of a sheet for how large it is, so that a cell in a far corner is refused before room is made for all cells before it. A formula whose value
 * was never calculated is refused too: it would be read as a missing cell. A cell that does not name its place follows the one before, as programs that write few bytes have it.
 */
export function sheetShape(text: string, limits: TableLimits): SheetShape {
  let [rows, columns] = [0, 0];
  const merged: CellRange[] = [];
  const unnamed: { readonly at: number; readonly place: string }[] = [];
  /** The last place, and the cell that is open. */
  let place = { row: 0, column: 0 };
  let cell: string | undefined;
  let [hasFormula, hasValue] = [false, false];
  let [from, to] = [-1, -1];
  for (const tag of xmlTags(text)) {
    const { name, kind } = tag;
    if (name === "sheetData") {
      if (kind !== "close") from = tag.from;
      if (kind !== "open") to = tag.to;
    }
    if (kind === "close") {
      if (name !== "c" || cell === undefined) continue;
      if (hasFormula && !hasValue) throw notCalculated(cell);
      cell = undefined;
    } else if (name === "row") {
      const row = tag.attribute("r");
      if (row !== undefined && !(/^\d{1,7}$/.test(row) && isWithin(Number(row), mostRows))) throw misplaced(row);
      place = { row: row === undefined ? place.row + 1 : Number(row), column: 0 };
    } else if (name === "c") {
      const written = tag.attribute("r");
      const named = written ?? nameOf({ row: place.row, column: place.column + 1 });
      place = address(named);
      if (written === undefined) unnamed.push({ at: tag.to - (kind === "empty" ? 2 : 1), place: named });
      if (kind !== "open") continue;
      rows = Math.max(rows, place.row);
      columns = Math.max(columns, place.column);
      [cell, hasFormula, hasValue] = [named, false, false];
    } else if (name === "f") hasFormula = true;
    else if (name === "v" || name === "is") hasValue = true;
    else if (name === "mergeCell") merged.push(rangeOf(tag.attribute("ref")));
  }
  checkShape(limits, rows, columns, "The sheet");
  if (from < 0 || to < from) throw damaged("Excel", "the sheet has no cells");
  return { rows, columns, merged, data: withPlaces(text, from, to, unnamed) };
}

/** A part of the XML with the places of cells that did not name theirs. */
function withPlaces(
  text: string,
  from: number,
  to: number,
  unnamed: readonly { readonly at: number; readonly place: string }[],
): string {
  let result = "";
  let end = from;
  for (const { at, place } of unnamed) {
    if (at < from || at >= to) continue;
    result += `${text.slice(end, at)} r="${place}"`;
    end = at;
  }
  return result + text.slice(end, to);
}

function rangeOf(text: string | undefined): CellRange {
  const [first, last = first] = (text ?? "").split(":");
  const [from, to] = [address(first), address(last)];
  return { top: from.row, bottom: to.row, left: from.column, right: to.column };
}

function address(text: string | undefined): { readonly row: number; readonly column: number } {
  const found = /^([A-Z]{1,3})(\d{1,7})$/.exec(text ?? "");
  const row = Number(found?.[2]);
  let column = 0;
  for (const letter of found?.[1] ?? "") column = 26 * column + letter.charCodeAt(0) - 64;
  if (!isWithin(row, mostRows) || !isWithin(column, mostColumns)) throw misplaced(text);
  return { row, column };
}

/** The place of a cell as Excel writes it, such as AB12. */
function nameOf({ row, column }: { readonly row: number; readonly column: number }): string {
  let letters = "";
  for (let left = column; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  }
  return `${letters}${row}`;
}

function isWithin(value: number, most: number): boolean {
  return value >= 1 && value <= most;
}

function misplaced(text: string | undefined): InputError {
  return damaged(
    "Excel",
    text === undefined ? "a range of merged cells without its place" : `no cell can be at ${JSON.stringify(text)}`,
  );
}

function notCalculated(place: string): InputError {
  return new InputError(
    "formula-without-value",
    `The cell ${place} has a formula whose value was never calculated.`,
    {},
    "Open the file in a spreadsheet program and save it again.",
  );
}
