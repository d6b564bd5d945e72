import type { Encoding } from "../encoding/encoding.ts";
import { InputError } from "../errors.ts";
import type { Column } from "../table/column.ts";
import { columnFromCells, type Cell } from "../table/columnFromCells.ts";
import type { Table } from "../table/table.ts";

/** Rows to predict: a table, or an object for each row with the cells by the names of their columns. */
export type RowsToPredict = Table | readonly object[];

/**
 * Rows as a table of the columns that an encoding needs. Of row objects other properties are ignored; one that a row lacks is a missing cell, and a
 * column that all of them lack is missing. No rows at all are a table without rows.
 */
export function rowsToPredict(encoding: Encoding, rows: RowsToPredict): Table {
  const records = recordsOf(rows);
  if (!isList(records)) return records;
  const columns = encoding.columns.flatMap(({ name }): Column[] => {
    const isThere = records.length === 0 || records.some((record) => Object.hasOwn(record, name));
    const cells = records.map((record) => (Object.hasOwn(record, name) ? record[name] : undefined));
    return isThere ? [columnFromCells(name, cells)] : [];
  });
  if (columns.length === encoding.columns.length) return { rows: records.length, columns };
  // The names of the others, among which may be those that are meant.
  const others = new Set(records.flatMap((record) => Object.keys(record)));
  for (const { name } of columns) others.delete(name);
  const unread = Array.from(others, (name) => columnFromCells(name, new Array<Cell>(records.length).fill(null)));
  return { rows: records.length, columns: [...columns, ...unread] };
}

/** A row as an object with the cells by the names of their columns. */
export type RowRecord = Readonly<Record<string, Cell>>;

/** A table, or a list of objects; anything else is refused. */
export function recordsOf(rows: RowsToPredict): Table | readonly RowRecord[] {
  if (!isList(rows)) {
    if (Array.isArray((rows as Table | undefined)?.columns)) return rows;
    throw new InputError("not-a-table", `predict takes a table, or a list of row objects; got ${described(rows)}.`);
  }
  rows.forEach((row: unknown, at) => {
    if (typeof row === "object" && row !== null && !Array.isArray(row)) return;
    throw new InputError(
      "not-a-row",
      `Row ${at + 1} must be an object with a cell for each column; got ${described(row)}.`,
      {
        row: at + 1,
      },
    );
  });
  return rows as readonly RowRecord[];
}

/** Whether rows are a list of objects. */
export function isList<Row extends object>(rows: Table | readonly Row[]): rows is readonly Row[] {
  return Array.isArray(rows);
}

function described(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : `a value of type ${typeof value}`;
}
