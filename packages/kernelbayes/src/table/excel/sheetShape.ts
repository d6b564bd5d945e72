import { InputError } from "../../errors.ts";
import { damaged } from "../damaged.ts";
import { checkShape, type TableLimits } from "../limits.ts";
import { xmlTags, type XmlTag } from "./xmlTags.ts";

/** What is known of a sheet before its cells are read. */
export interface SheetShape {
  /** Rows and columns up to the last cell that holds something. */
  readonly rows: number;
  readonly columns: number;
  readonly merged: readonly CellRange[];
  /** The part of the XML that holds the cells. */
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
 * was never calculated is refused too: it would be read as a missing cell.
 */
export function sheetShape(text: string, limits: TableLimits): SheetShape {
  let [rows, columns] = [0, 0];
  const merged: CellRange[] = [];
  let cell: XmlTag | undefined;
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
      if (hasFormula && !hasValue) throw notCalculated(cell.attribute("r")!);
      cell = undefined;
    } else if (name === "row") {
      const row = tag.attribute("r");
      if (row !== undefined && !(/^\d{1,7}$/.test(row) && isWithin(Number(row), mostRows))) throw misplaced(row);
    } else if (name === "c") {
      const { row, column } = address(tag.attribute("r"));
      if (kind !== "open") continue;
      rows = Math.max(rows, row);
      columns = Math.max(columns, column);
      [cell, hasFormula, hasValue] = [tag, false, false];
    } else if (name === "f") hasFormula = true;
    else if (name === "v" || name === "is") hasValue = true;
    else if (name === "mergeCell") merged.push(rangeOf(tag.attribute("ref")));
  }
  checkShape(limits, rows, columns, "The sheet");
  if (from < 0 || to < from) throw damaged("Excel", "the sheet has no cells");
  return { rows, columns, merged, data: text.slice(from, to) };
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

function isWithin(value: number, most: number): boolean {
  return value >= 1 && value <= most;
}

function misplaced(text: string | undefined): InputError {
  return damaged(
    "Excel",
    text === undefined ? "a cell without its place" : `no cell can be at ${JSON.stringify(text)}`,
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
