import type { Encoding } from "../encoding/encoding.ts";
import { levelsOf } from "../encoding/numbersOf.ts";
import type { Table } from "../table/table.ts";

/** What is unlike the training rows, row by row. */
export interface OutsideRows {
  /** For each row the columns with a category that did not occur in training. */
  readonly columns: readonly (readonly string[])[];
}

/** Compares rows with what an encoding has learned of the training rows. The columns have to be there. */
export function outsideRows(encoding: Encoding, table: Table): OutsideRows {
  const columns: string[][] = Array.from({ length: table.rows }, () => []);
  const byName = new Map(table.columns.map((column) => [column.name, column]));
  for (const encoded of encoding.columns) {
    const column = byName.get(encoded.name);
    if (column === undefined || encoded.kind !== "category") continue;
    const known = new Set<string>(encoded.levels);
    levelsOf(column, encoded.numeric).forEach((level, row) => {
      if (level !== undefined && !known.has(level)) columns[row].push(encoded.name);
    });
  }
  return { columns };
}
