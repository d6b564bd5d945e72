import { columnFromCells, type Cell } from "./columnFromCells.ts";
import type { ColumnProgress, PlaceOfRow } from "./columnFromTexts.ts";
import type { RowReader, TableOptions } from "./format.ts";
import { checkShape, limitsOf } from "./limits.ts";
import { checkDeclaredTypes, checkNames, tableOf, type Table } from "./table.ts";

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
