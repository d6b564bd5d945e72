import { selectRows, type Table } from "kernelbayes";
import { concatenateTables } from "kernelbayes/table";
import { rowSample } from "kernelbayes/chunks";
import { tableChunks, type ReadTableChunksOptions } from "kernelbayes/node";

/** Some rows of a table that is read in chunks. */
export interface SampledTable {
  readonly table: Table;
  /** The place of each of them in the whole table, from 0, ascending. */
  readonly places: readonly number[];
  /** Rows that the whole table has. */
  readonly of: number;
}

interface SampleOptions {
  /** Rows of the random sample: all, if there are no more. */
  readonly size: number;
  readonly seed: number;
  /** Places of rows that are taken in any case. */
  readonly also?: readonly number[] | undefined;
}

/** A random sample by the seed of the rows in a file or in the files of a folder, every row as likely as any other. Memory does not grow with their number. */
export async function sampledTable(
  path: string,
  reading: ReadTableChunksOptions,
  { size, seed, also = [] }: SampleOptions,
): Promise<SampledTable> {
  const sample = rowSample(size, seed);
  const named: { readonly table: Table; readonly row: number; readonly place: number }[] = [];
  let of = 0;
  for await (const table of tableChunks(path, reading).read()) {
    sample.add(
      table,
      of,
      Int32Array.from({ length: table.rows }, (_, row) => row),
      () => 0,
    );
    const own = also.map((place) => place - of).filter((row) => row >= 0 && row < table.rows);
    const rows = selectRows(table, own);
    named.push(...own.map((row, at) => ({ table: rows, row: at, place: of + row })));
    of += table.rows;
  }
  const taken = sample.taken();
  const isTaken = new Set(taken.rows);
  const added = named.filter(({ place }) => !isTaken.has(place));
  const all = concatenateTables([taken.table, ...added.map(({ table, row }) => selectRows(table, [row]))]);
  const places = [...taken.rows, ...added.map(({ place }) => place)];
  const order = Array.from(places.keys()).toSorted((a, b) => places[a] - places[b]);
  return { table: selectRows(all, order), places: order.map((at) => places[at]), of };
}
