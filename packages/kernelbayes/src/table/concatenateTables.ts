import { InputError } from "../errors.ts";
import { option, wording } from "../wording.ts";
import type { Column, NumberColumn } from "./column.ts";
import { checkLevels, mostRows, type TableLimits } from "./limits.ts";
import { quote } from "./quote.ts";
import { tableOf, type Table, selectRows } from "./table.ts";

/**
 * The rows of all tables, in order, as one table: `readTableChunks` undone. The tables must have the same columns, of the same
 * types and in the same order.
 *
 * @example concatenateTables([tableFromRows([{ x: 1 }]), tableFromRows([{ x: 2 }])])
 */
export function concatenateTables(tables: readonly Table[]): Table {
  const [first, ...others] = tables;
  if (first === undefined) throw new InputError("empty-table", "There is no table to concatenate.");
  for (const table of others) checkSameColumns(first, table);
  return tableOf(
    first.columns.map((column, j) =>
      joined(
        column,
        tables.map((table) => table.columns[j]),
      ),
    ),
  );
}

/** Refuses a table whose columns are not those of the first. */
export function checkSameColumns(first: Table, table: Table): void {
  for (let j = 0; j < Math.max(first.columns.length, table.columns.length); j++) {
    const [expected, column] = [first.columns.at(j), table.columns.at(j)];
    if (expected !== undefined && column?.name === expected.name && column.type === expected.type) continue;
    const name = (column ?? expected)?.name ?? "";
    const what = (column: Column | undefined): string =>
      column === undefined ? "nothing" : `the ${column.type} column ${quote(column.name)}`;
    throw new InputError(
      "different-columns",
      `Column ${j + 1} is ${what(expected)} in the first table, and ${what(column)} in another.`,
      { column: name },
      wording`Tables must have the same columns; declare ${option("types")} where they are read.`,
    );
  }
}

function joined(first: Column, columns: readonly Column[]): Column {
  const { name } = first;
  if (first.type === "number") {
    const numbers = columns as readonly NumberColumn[];
    const values = new Float64Array(numbers.reduce((sum, column) => sum + column.values.length, 0));
    const texts = numbers.some((column) => column.texts)
      ? new Array<string | undefined>(values.length).fill(undefined)
      : undefined;
    let at = 0;
    for (const column of numbers) {
      values.set(column.values, at);
      if (texts !== undefined) column.texts?.forEach((text, i) => (texts[at + i] = text));
      at += column.values.length;
    }
    return texts === undefined ? { name, type: "number", values } : { name, type: "number", values, texts };
  }
  const places = new Map<string, number>();
  const coded = columns as readonly Exclude<Column, NumberColumn>[];
  const codes = new Int32Array(coded.reduce((sum, column) => sum + column.codes.length, 0));
  let at = 0;
  for (const column of coded) {
    const renumbered = column.levels.map((level) => {
      const place = places.get(level) ?? places.size;
      if (place === places.size) checkLevels(place + 1, name);
      places.set(level, place);
      return place;
    });
    for (const code of column.codes) codes[at++] = code < 0 ? -1 : renumbered[code];
  }
  const order = first.type === "date" ? first.order : undefined;
  return { name, type: first.type, codes, levels: [...places.keys()], ...(order && { order }) };
}

/**
 * The rows of the tables, which have the same columns, as tables of `most` rows, or of as many as the limits allow to a table; the last one shorter,
 * at least one.
 */
export async function* rechunk(tables: AsyncIterable<Table>, most: number, limits: TableLimits): AsyncGenerator<Table> {
  let parts: Table[] = []; // of the next chunk
  let rows = 0; // in these parts
  let isFirst = true;
  for await (const table of tables) {
    const size = Math.max(1, Math.min(most, mostRows(limits, table.columns.length)));
    for (let start = 0; start < table.rows || parts.length === 0;) {
      const end = Math.min(table.rows, start + size - rows);
      parts.push(end - start === table.rows ? table : between(table, start, end));
      rows += end - start;
      start = end;
      if (rows < size) break;
      yield concatenateTables(parts);
      parts = [];
      rows = 0;
      isFirst = false;
      if (start === table.rows) break;
    }
  }
  if (rows > 0 || (isFirst && parts.length > 0)) yield concatenateTables(parts);
}

function between(table: Table, from: number, to: number): Table {
  return selectRows(
    table,
    Int32Array.from({ length: to - from }, (_, i) => from + i),
  );
}
