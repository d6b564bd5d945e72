import { stream } from "../../random/stream.ts";
import { concatenateTables } from "../../table/concatenateTables.ts";
import { selectRows, type Table } from "../../table/table.ts";

/** Rows of a sample, in the order of the table, and their numbers in it, from 0. */
export interface SampledRows {
  readonly table: Table;
  readonly rows: readonly number[];
}

/** A random sample of rows that come in chunks. */
export interface RowSample {
  /** Offers the given rows of a chunk, each with its class; `first` is the number of the first row of the chunk. */
  add(table: Table, first: number, rows: Int32Array, classOf: (row: number) => number): void;
  /** At least one row was offered. */
  taken(): SampledRows;
}

/** Rows that are kept, with what they drew. */
interface Pool {
  readonly parts: readonly Table[];
  readonly rows: readonly number[];
  readonly draws: readonly number[];
  readonly classes: readonly number[];
}

/**
 * The rows with the least of the numbers that each row draws from the stream of the seed, `size` of them: every row is as likely as any other, whatever the chunks. So that no class
 * is absent, the two rows of a class that drew the least are there in any case.
 */
export function rowSample(size: number, seed: number): RowSample {
  const random = stream(seed, 0);
  let pool: Pool = { parts: [], rows: [], draws: [], classes: [] };
  let bound = Infinity;
  const leastOfClass = new Map<number, number[]>();
  const shrink = (): void => {
    const order = Array.from(pool.draws.keys()).toSorted((a, b) => pool.draws[a] - pool.draws[b]);
    bound = order.length > size ? pool.draws[order[size - 1]] : Infinity;
    const isKept = (at: number): boolean =>
      pool.draws[at] <= bound || leastOfClass.get(pool.classes[at])!.includes(pool.draws[at]);
    const kept = Array.from(pool.draws.keys()).filter(isKept);
    if (kept.length === pool.draws.length && pool.parts.length === 1) return;
    pool = selectedOf(pool, kept);
  };
  return {
    add(table, first, rows, classOf) {
      const draws = Float64Array.from(rows, () => random.uniform());
      const chosen: number[] = [];
      rows.forEach((row, at) => {
        const q = classOf(row);
        const least = leastOfClass.get(q) ?? [];
        const isLeast = least.length < fewestOfClass || draws[at] < least[fewestOfClass - 1];
        if (isLeast) {
          leastOfClass.set(q, [...least, draws[at]].toSorted((a, b) => a - b).slice(0, fewestOfClass));
        }
        if (draws[at] < bound || isLeast) chosen.push(at);
      });
      if (chosen.length === 0 && pool.parts.length > 0) return;
      pool = {
        parts: [
          ...pool.parts,
          selectRows(
            table,
            chosen.map((at) => rows[at]),
          ),
        ],
        rows: [...pool.rows, ...chosen.map((at) => first + rows[at])],
        draws: [...pool.draws, ...chosen.map((at) => draws[at])],
        classes: [...pool.classes, ...chosen.map((at) => classOf(rows[at]))],
      };
      if (pool.draws.length > 2 * size) shrink();
    },
    taken() {
      shrink();
      return { table: concatenateTables(pool.parts), rows: pool.rows };
    },
  };
}

const fewestOfClass = 2;

function selectedOf({ parts, rows, draws, classes }: Pool, kept: readonly number[]): Pool {
  const of = <Value>(values: readonly Value[]): Value[] => kept.map((at) => values[at]);
  return {
    parts: [selectRows(concatenateTables(parts), kept)],
    rows: of(rows),
    draws: of(draws),
    classes: of(classes),
  };
}
