import type { Levels } from "../encoding/columnEncoder.ts";
import type { Encoding } from "../encoding/encoding.ts";
import type { Column } from "../table/column.ts";
import { columnFromCells, type Cell } from "../table/columnFromCells.ts";
import { isMissingText } from "../table/columnFromTexts.ts";
import type { RowRecord } from "./rowsToPredict.ts";

// Cells of row objects, read without making columns of them.

/** Reads the cells of a column if all are finite numbers or missing. */
export function readNumbers(records: readonly RowRecord[], name: string, into: Float64Array): boolean {
  for (let row = 0; row < records.length; row++) {
    const cell = cellOf(records[row], name);
    if (typeof cell === "number" && Math.abs(cell) !== Infinity) into[row] = cell;
    else if (cell === undefined || cell === null) into[row] = NaN;
    else return false;
  }
  return true;
}

/** The cells of a column as levels if all are texts or missing. */
export function readLevels(records: readonly RowRecord[], name: string): Levels | undefined {
  const levels = new Array<string | undefined>(records.length);
  for (let row = 0; row < records.length; row++) {
    const cell = cellOf(records[row], name);
    if (typeof cell === "string") levels[row] = isMissingText(cell) ? undefined : cell;
    else if (cell === undefined || cell === null) levels[row] = undefined;
    else return undefined;
  }
  return levels;
}

function cellOf(record: RowRecord, name: string): Cell {
  const cell = record[name];
  return cell === undefined || Object.hasOwn(record, name) ? cell : undefined;
}

/** The cells of a column as a column of a table. */
export function columnOf(records: readonly RowRecord[], name: string): Column {
  return columnFromCells(
    name,
    records.map((record) => cellOf(record, name)),
  );
}

/** Whether each column of an encoding is in some record. */
export function hasAll(records: readonly RowRecord[], { columns }: Encoding): boolean {
  for (const { name } of columns) {
    let row = 0;
    while (row < records.length && !Object.hasOwn(records[row], name)) row++;
    if (row === records.length && row > 0) return false;
  }
  return true;
}
