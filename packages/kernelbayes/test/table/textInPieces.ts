import * as fc from "fast-check";
import { chunksByRows } from "../../src/table/text/chunksByRows.ts";
import { concatenateTables } from "../../src/table/concatenateTables.ts";
import type { Rows, TableOptions } from "../../src/table/format.ts";
import type { Table } from "../../src/table/table.ts";

/** How a text is cut: the lengths of its pieces, in turn. */
export const pieceLengths: fc.Arbitrary<number[]> = fc.array(fc.integer({ min: 1, max: 40 }), {
  minLength: 1,
  maxLength: 8,
});

/** The parts of something that has a length, cut by the lengths in turn. */
function piecesOf<Whole extends string | Uint8Array>(whole: Whole, lengths: readonly number[]): Whole[] {
  const pieces: Whole[] = [];
  for (let from = 0, k = 0; from < whole.length; k++) {
    const to = from + lengths[k % lengths.length];
    pieces.push(whole.slice(from, to) as Whole);
    from = to;
  }
  return pieces;
}

/** Every row with its line, and the number of columns known then, as a reader hands them over that is fed the text in pieces. */
export function rowsInPieces(rows: Rows, text: string, lengths: readonly number[]): unknown[] {
  const handed: unknown[] = [];
  const reader = rows({}, (cells, line) => handed.push([cells, line, reader.columns.length]));
  for (const piece of piecesOf(text, lengths)) reader.read(piece);
  reader.end();
  return handed;
}

/** The table that the chunks of a text make together, and how many they were. */
export async function tableInChunks(
  rows: Rows,
  text: string,
  lengths: readonly number[],
  size: number,
  canReopen: boolean,
  options: TableOptions = {},
): Promise<{ table: Table; chunks: number }> {
  const bytes = new TextEncoder().encode(text);
  async function* open(): AsyncGenerator<Uint8Array> {
    yield* piecesOf(bytes, lengths);
  }
  const tables: Table[] = [];
  for await (const table of chunksByRows(rows, { open, canReopen }, options, size)) tables.push(table);
  return { table: concatenateTables(tables), chunks: tables.length };
}
