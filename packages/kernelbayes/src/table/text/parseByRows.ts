import { InputError } from "../../errors.ts";
import { type Cell, columnFromCells } from "../columnFromCells.ts";
import { decodeText } from "./decodeText.ts";
import type { RowReader, Rows, TableOptions } from "../format.ts";
import { checkShape, limitsOf, mostRows } from "../limits.ts";
import { type Table, checkDeclaredTypes, checkNames, tableOf } from "../table.ts";
import type { ColumnProgress, PlaceOfRow } from "../columnFromTexts.ts";

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

/** What is known of each column before its cells are; see `ColumnProgress`. */
export function progressOf(reader: Pick<RowReader, "columns">): ColumnProgress[] {
  return reader.columns.map(({ type }) => ({ ...(type && { type }), longNumbers: 0, longDiffer: false }));
}

/** The options of the caller, with the format's own texts for missing cells where the caller gives none. */
export function optionsOf({ missing }: Pick<RowReader, "missing">, options: TableOptions): TableOptions {
  return missing === undefined || options.missing !== undefined ? options : { ...options, missing };
}

/** The table of rows as a format of lines hands them over. `progress` is for rows that are part of a table. */
export function tableFromCells(
  reader: Pick<RowReader, "columns" | "absent" | "missing">,
  rows: readonly (readonly Cell[])[],
  options: TableOptions,
  placeOf: PlaceOfRow,
  progress: readonly ColumnProgress[] = progressOf(reader),
): Table {
  const names = reader.columns.map((column) => column.name);
  checkNames(names);
  checkDeclaredTypes(names, options);
  checkShape(limitsOf(options), rows.length, names.length, "The table"); // sparse formats tell of many cells in few bytes
  const { absent } = reader;
  const cellOptions = optionsOf(reader, options);
  return tableOf(
    names.map((name, j) => {
      const cells = new Array<Cell>(rows.length);
      for (let i = 0; i < cells.length; i++) {
        const cell = rows[i][j];
        cells[i] = cell === undefined ? absent : cell;
      }
      return columnFromCells(name, cells, cellOptions, placeOf, progress[j]);
    }),
  );
}
