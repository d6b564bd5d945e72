import type { RandomAccess } from "./format.ts";
import type { Table } from "./table.ts";

/** A range of bytes, `to` not included. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * The reading of a file of blocks: it asks for ranges of bytes, is given them, and hands over a table a block. So one reading
 * serves bytes in memory and files, without and with waiting.
 */
export type Steps = Generator<Range | Table, void, Uint8Array>;

/** The tables of a reading, from bytes in memory. */
export function tablesFromBytes(steps: Steps, bytes: Uint8Array): Table[] {
  const tables: Table[] = [];
  for (let { value, done } = steps.next(); !done && value;) {
    if ("columns" in value) {
      tables.push(value);
      ({ value, done } = steps.next());
    } else ({ value, done } = steps.next(bytes.subarray(value.from, value.to)));
  }
  return tables;
}

/** The tables of a reading, from bytes of which any part can be had. */
export async function* tablesFromSource(steps: Steps, source: RandomAccess): AsyncGenerator<Table> {
  for (let { value, done } = steps.next(); !done && value;) {
    if ("columns" in value) {
      yield value;
      ({ value, done } = steps.next());
    } else ({ value, done } = steps.next(await source.read(value.from, value.to)));
  }
}
