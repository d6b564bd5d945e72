import { permutation } from "../random/permutation.ts";
import { stream } from "../random/stream.ts";
import type { LabelledRows } from "./labelledRows.ts";
import { takeRows } from "./takeRows.ts";

const rowsOfClass = 10;

/**
 * The numbers of at most so many rows, chosen by the seed, ascending: of each class at least ten where it has them. All rows
 * where there are no more.
 */
export function sampleNumbers(classes: ArrayLike<number>, most: number, seed: number): Int32Array {
  const n = classes.length;
  if (n <= most) return Int32Array.from({ length: n }, (_, i) => i);
  const order = [...permutation(stream(seed, most), n)];
  const kinds = new Set(Array.from(classes));
  const first = [...kinds].flatMap((kind) => order.filter((row) => classes[row] === kind).slice(0, rowsOfClass));
  return Int32Array.from(new Set([...first, ...order]))
    .slice(0, most)
    .toSorted();
}

/** The rows that `sampleNumbers` chooses, or the rows themselves where there are no more. */
export function sampleRows<R extends LabelledRows>(rows: R, most: number, seed: number): R {
  return rows.X.rows <= most ? rows : takeRows(rows, sampleNumbers(rows.classes, most, seed));
}
