import { InputError } from "../errors.ts";
import { columnFromCells, type Cell } from "./columnFromCells.ts";
import type { ColumnProgress, PlaceOfRow } from "./columnFromTexts.ts";
import type { RowReader, TableOptions } from "./format.ts";
import { checkDeclaredTypes, checkNames, tableOf, type Table } from "./table.ts";

/** More cells than this are refused before there is memory for them; sparse formats may tell of very many in few bytes. */
const mostCells = 2 ** 28;

/** What is known of each column before its cells are; see `ColumnProgress`. */
export function progressOf(reader: RowReader): ColumnProgress[] {
  return reader.columns.map(({ type }) => ({ ...(type && { type }), longNumbers: 0, longDiffer: false }));
}

/** The table of rows as a format of lines hands them over. `progress` is for rows that are part of a table. */
export function tableFromCells(
  reader: RowReader,
  rows: readonly (readonly Cell[])[],
  options: TableOptions,
  placeOf: PlaceOfRow,
  progress: readonly ColumnProgress[] = progressOf(reader),
): Table {
  const names = reader.columns.map((column) => column.name);
  checkNames(names);
  checkDeclaredTypes(names, options);
  if (rows.length * names.length > mostCells) {
    throw new InputError(
      "too-large",
      `The table of ${rows.length} rows and ${names.length} columns has more than ${mostCells} cells. ` +
        `Read it in smaller chunks, or with fewer columns.`,
    );
  }
  const { absent, missing } = reader;
  const cellOptions = missing === undefined || options.missing !== undefined ? options : { ...options, missing };
  return tableOf(
    names.map((name, j) => {
      const cells = rows.map((row) => (row[j] === undefined ? absent : row[j]));
      return columnFromCells(name, cells, cellOptions, placeOf, progress[j]);
    }),
  );
}
