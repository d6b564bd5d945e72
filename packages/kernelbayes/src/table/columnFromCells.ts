import { InputError, type Place } from "../errors.ts";
import { wording } from "../wording.ts";
import type { Column } from "./column.ts";
import {
  columnFromTexts,
  declaredType,
  textsOf,
  type CellOptions,
  type ColumnProgress,
  type PlaceOfRow,
} from "./columnFromTexts.ts";
import { describePlace, quote } from "./quote.ts";

/** A cell as a program has it. Booleans become the texts "true" and "false", a `Date` its ISO 8601 text. */
export type Cell = string | number | bigint | boolean | Date | null | undefined;

/** The column that the cells make, by the rules of `columnFromTexts`; null, undefined and NaN are missing. */
export function columnFromCells(
  name: string,
  cells: ArrayLike<Cell>,
  options: CellOptions = {},
  placeOf: PlaceOfRow = (row) => ({ row: row + 1 }),
  progress: ColumnProgress = { longNumbers: 0, longDiffer: false },
): Column {
  const type = declaredType(name, options) ?? progress.type ?? "number";
  const values =
    type === "number" && options.missing === undefined && !progress.hasTexts ? onlyNumbers(cells) : undefined;
  if (values !== undefined) return { name, type: "number", values };
  progress.hasTexts = true;
  const texts = new Array<string>(cells.length);
  for (let row = 0; row < texts.length; row++) {
    const cell = cells[row];
    texts[row] = typeof cell === "string" ? cell : textOfCell(cell, name, placeOf, row);
  }
  return columnFromTexts(name, textsOf(texts), options, placeOf, progress);
}

/** The text of a cell; that of a missing one is empty. What cannot be a cell is refused. */
export function textOfCell(cell: Cell, name: string, placeOf: PlaceOfRow, row: number): string {
  return textOf(cell) ?? refuse(cell, { column: name, ...placeOf(row) });
}

/** The cells as numbers, NaN where missing, if there are no others among them. */
function onlyNumbers(cells: ArrayLike<Cell>): Float64Array | undefined {
  const values = new Float64Array(cells.length);
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row];
    if (typeof cell === "number") values[row] = cell;
    else if (cell === null || cell === undefined) values[row] = NaN;
    else return undefined;
  }
  return values;
}

function textOf(cell: Cell): string | undefined {
  if (typeof cell === "string") return cell;
  if (cell === null || cell === undefined || Number.isNaN(cell)) return "";
  if (typeof cell === "number" || typeof cell === "bigint" || typeof cell === "boolean") return String(cell);
  return cell instanceof Date && !Number.isNaN(cell.getTime()) ? cell.toISOString() : undefined;
}

function refuse(cell: unknown, place: Place): never {
  const kind = Array.isArray(cell)
    ? "an array"
    : cell instanceof Date
      ? "an invalid date"
      : `a value of type ${typeof cell}`;
  throw new InputError(
    "not-a-cell",
    wording`${describePlace(place)}, column ${quote(place.column ?? "")}: a cell must be a number, a text, a boolean or null; got ${kind}.`,
    place,
  );
}
