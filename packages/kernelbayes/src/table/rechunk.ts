import { concatenateTables } from "./concatenateTables.ts";
import { mostRows, type TableLimits } from "./limits.ts";
import { selectRows, type Table } from "./table.ts";

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
