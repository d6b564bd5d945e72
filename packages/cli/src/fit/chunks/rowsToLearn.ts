import { selectRows, type Table } from "kernelbayes";
import { asText, columnNamed, concatenateTables } from "kernelbayes/table";
import { stream } from "kernelbayes/numeric";

/** Rows of a table, with their places in it. */
interface PlacedRows {
  readonly table: Table;
  readonly rows: readonly number[];
}

/** Which rows of a table that is read in chunks are learned from. */
export interface RowsToLearn {
  /** Those of a chunk: with a label, and not held out. */
  of(table: Table, first: number): Int32Array;
  /**
   * Rows that were held out, a random choice of them where there are very many, undefined if there are none; and how many rows have no label. Known when all chunks
   * have been read.
   */
  rest(): { readonly held: PlacedRows | undefined; readonly unlabelled: number };
}

/** What is held out: each row with the probability `share`, of which at most `most` are kept, those that drew the least. */
interface HoldOut {
  readonly target: string;
  readonly share: number;
  readonly seed: number;
  readonly most: number;
}

/** Rows without a label are left out, others held out by the seed. The same chunks give the same rows each time that they are read from the beginning. */
export function rowsToLearn({ target, share, seed, most }: HoldOut): RowsToLearn {
  let random = stream(seed, 1);
  let end = 0;
  let kept: readonly { readonly table: Table; readonly row: number; readonly place: number; readonly draw: number }[] =
    [];
  let bound = share;
  let unlabelled = 0;
  return {
    of(table, first) {
      if (first === 0) random = stream(seed, 1);
      const isNew = first >= end;
      end = Math.max(end, first + table.rows);
      const labels = asText(columnNamed(table, target));
      const held: { readonly row: number; readonly draw: number }[] = [];
      const learned: number[] = [];
      for (let row = 0; row < table.rows; row++) {
        const draw = random.uniform();
        if (labels[row] === undefined) unlabelled += isNew ? 1 : 0;
        else if (draw >= share) learned.push(row);
        else if (isNew && draw < bound) held.push({ row, draw });
      }
      const rows = selectRows(
        table,
        held.map(({ row }) => row),
      );
      kept = [...kept, ...held.map(({ row, draw }, at) => ({ table: rows, row: at, place: first + row, draw }))];
      if (kept.length > 2 * most) {
        bound = kept.map(({ draw }) => draw).toSorted((a, b) => a - b)[most];
        kept = kept.filter(({ draw }) => draw < bound);
      }
      return Int32Array.from(learned);
    },
    rest() {
      if (kept.length === 0) return { held: undefined, unlabelled };
      const least = kept.toSorted((a, b) => a.draw - b.draw).slice(0, most);
      const chosen = least.toSorted((a, b) => a.place - b.place);
      const tables = [...new Set(chosen.map(({ table }) => table))];
      const parts = tables.map((table) =>
        selectRows(
          table,
          chosen.filter((one) => one.table === table).map(({ row }) => row),
        ),
      );
      return { held: { table: concatenateTables(parts), rows: chosen.map(({ place }) => place) }, unlabelled };
    },
  };
}
