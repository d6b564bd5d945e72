import { InputError, type Place } from "../errors.ts";
import { wording } from "../wording.ts";
import { type Column, lengthOf, selectCells } from "./column.ts";
import { columnFromCells, type Cell } from "./columnFromCells.ts";
import type { CellOptions, PlaceOfRow } from "./columnFromTexts.ts";
import { checkShape, limitsOf, type TableLimitOptions } from "./limits.ts";
import { nearestNames } from "./nearestNames.ts";
import { describePlace, quote } from "./quote.ts";

export type { Column } from "./column.ts";
export type { Cell } from "./columnFromCells.ts";
export type { CellOptions } from "./columnFromTexts.ts";

/** Named columns of equal length. Plain data that survives `structuredClone`, so a table can be sent to a worker. */
export interface Table {
  readonly rows: number;
  readonly columns: readonly Column[];
}

/** A table of the given columns, whose names must differ and whose lengths must agree. */
export function tableOf(columns: readonly Column[]): Table {
  const first = columns[0];
  if (first === undefined) throw new InputError("empty-table", "The table has no columns.");
  checkNames(columns.map((column) => column.name));
  const rows = lengthOf(first);
  for (const column of columns) {
    if (lengthOf(column) !== rows) {
      throw new InputError(
        "unequal-columns",
        `Column ${quote(column.name)} has ${lengthOf(column)} cells, but column ${quote(first.name)} has ${rows}.`,
        { column: column.name },
      );
    }
  }
  return { rows, columns };
}

/**
 * A table from arrays of cells, one for each column name. Types are found as in a file: a column is a number column if
 * all its cells that are not missing are numbers or read as numbers. `null`, `undefined` and NaN are missing.
 *
 * @example tableFromColumns({ length: [5.1, 4.9], species: ["setosa", "virginica"] })
 */
export function tableFromColumns(columns: Readonly<Record<string, ArrayLike<Cell>>>, options: CellOptions = {}): Table {
  const names = Object.keys(columns);
  checkDeclaredTypes(names, options);
  return tableOf(names.map((name) => columnFromCells(name, columns[name], options)));
}

/**
 * A table from row objects. The columns are all the keys that occur, in order of first appearance; a key that a row
 * lacks is a missing cell. `placeOf` says where a row (counted from 0) came from, for messages.
 *
 * @example tableFromRows([{ length: 5.1, species: "setosa" }, { length: 4.9, species: "virginica" }])
 */
export function tableFromRows(
  rows: readonly Readonly<Record<string, Cell>>[],
  options: CellOptions & TableLimitOptions = {},
  placeOf: PlaceOfRow = (row) => ({ row: row + 1 }),
): Table {
  const limits = limitsOf(options);
  const cells = new Map<string, Cell[]>();
  let present = 0;
  rows.forEach((record, row) => {
    const names = Object.keys(record);
    present += names.length;
    for (const name of names) {
      let column = cells.get(name);
      if (column === undefined) {
        if (isTooSparse(present, (row + 1) * cells.size)) throw tooSparse(cells.size, placeOf(row));
        checkShape(limits, rows.length, cells.size + 1, describePlace(placeOf(row)), placeOf(row));
        cells.set(name, (column = new Array<Cell>(rows.length).fill(undefined)));
      }
      column[row] = record[name];
    }
  });
  if (cells.size === 0) throw new InputError("empty-table", "The table is empty: there is no row with a value.");
  checkDeclaredTypes([...cells.keys()], options);
  return tableOf(Array.from(cells, ([name, column]) => columnFromCells(name, column, options, placeOf)));
}

/** Whether the cells that are given are too few for a table of all, which would take far more room than its source. */
export function isTooSparse(given: number, all: number): boolean {
  return all > Math.max(1e7, 100 * given);
}

/** The error of rows that hardly share a key. */
export function tooSparse(columns: number, place: Place): InputError {
  return new InputError(
    "too-sparse",
    wording`${describePlace(place)}: there are more than ${columns} different keys, and fewer than one cell in a hundred has a value.`,
    place,
    "Rows should share their keys.",
  );
}

/** The column of that name; an unknown name is an `InputError` that offers the nearest ones. */
export function columnNamed(table: Table, name: string): Column {
  const column = table.columns.find((candidate) => candidate.name === name);
  if (column === undefined) throw unknownColumn(name, columnNames(table));
  return column;
}

/** The names of the columns, in order. */
export function columnNames(table: Table): string[] {
  return table.columns.map((column) => column.name);
}

/** The given rows (counted from 0) in the given order; a row may be chosen more than once. */
export function selectRows(table: Table, rows: ArrayLike<number>): Table {
  for (let i = 0; i < rows.length; i++) {
    if (!Number.isInteger(rows[i]) || rows[i] < 0 || rows[i] >= table.rows) {
      throw new RangeError(`There is no row with index ${rows[i]} in a table of ${table.rows} rows.`);
    }
  }
  return { rows: rows.length, columns: table.columns.map((column) => selectCells(column, rows)) };
}

/** Refuses names that occur twice. */
export function checkNames(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) {
      throw new InputError(
        "duplicate-column",
        `Two columns are named ${quote(name)}.`,
        {
          column: name,
        },
        "Rename one of them.",
      );
    }
    seen.add(name);
  }
}

/** Refuses types declared for columns that do not exist. */
export function checkDeclaredTypes(names: readonly string[], { types = {} }: CellOptions): void {
  if (typeof types === "function") return;
  const known = new Set(names);
  for (const name of Object.keys(types)) if (!known.has(name)) throw unknownColumn(name, names);
}

function unknownColumn(name: string, names: readonly string[]): InputError {
  const near = nearestNames(name, names);
  const offer =
    near.length > 0
      ? `Did you mean ${near.map(quote).join(" or ")}?`
      : `The columns are ${names.slice(0, 8).map(quote).join(", ")}${names.length > 8 ? ", …" : ""}.`;
  return new InputError("unknown-column", `There is no column ${quote(name)}. ${offer}`, { column: name });
}
