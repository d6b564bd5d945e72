import { concatenateTables } from "./concatenateTables.ts";
import { selectRows, type Table } from "./table.ts";

/** The rows of the tables, which have the same columns, as tables of `size` rows, the last one shorter; at least one. */
export async function* rechunk(tables: AsyncIterable<Table>, size: number): AsyncGenerator<Table> {
  let parts: Table[] = []; // of the next chunk
  let rows = 0; // in these parts
  let isFirst = true;
  for await (const table of tables) {
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
