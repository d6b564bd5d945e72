import { InputError } from "../../errors.ts";
import type { Cell } from "../columnFromCells.ts";
import { decodeText } from "./decodeText.ts";
import type { RowReader, Rows, TableOptions } from "../format.ts";
import { checkShape, limitsOf, mostRows } from "../limits.ts";
import { tableFromCells } from "../tableFromCells.ts";
import type { Table } from "../table.ts";

/** The table that the rows of a whole text make: what `parse` is for a format that gives `rows`. */
export function parseByRows(rows: Rows, input: string | Uint8Array, options: TableOptions): Table {
  const cells: Cell[][] = [];
  const lines: number[] = [];
  const limits = limitsOf(options);
  const reader: RowReader = rows(options, (row, line) => {
    const count = cells.length + 1;
    const columns = reader.columns.length;
    if (count > mostRows(limits, columns)) checkShape(limits, count, columns, `Line ${line}`, { line });
    cells.push(row);
    lines.push(line);
  });
  reader.read(decodeText(input, options));
  reader.end();
  if (reader.columns.length === 0) throw new InputError("empty-table", "The text is empty: there is no row.");
  return tableFromCells(reader, cells, options, (row) => ({ line: lines[row], row: row + 1 }));
}
