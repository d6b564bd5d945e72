import type { Matrix } from "../engine/matrix.ts";

/** Rows that agree in every column and in their class, taken together. */
export interface EqualRows {
  /** The number of the set that each row belongs to. */
  readonly setOf: Int32Array;
  /** A row of each set. */
  readonly representatives: Int32Array;
  /** Summed weights of each set. */
  readonly weights: Float64Array;
  /** The number of the input of each set: sets that differ in their class alone have the same. */
  readonly inputs: Int32Array;
}

/**
 * The sets of equal rows, in ascending order of their values: an order that depends on what the rows are and not on where
 * they stand. The least values of a row are compared first, whichever columns they are in, so that the order of the columns
 * matters only among rows that hold the same values in different columns.
 */
export function equalRows(X: Matrix, classes: Int32Array, weights: Float64Array): EqualRows {
  const p = X.columns;
  const sorted = sortedWithinRows(X);
  const compare = (a: number, b: number): number =>
    compareRows(sorted, a * p, b * p, p) || compareRows(X.data, a * p, b * p, p);
  const order = Array.from(classes.keys()).toSorted((a, b) => compare(a, b) || classes[a] - classes[b]);
  const setOf = new Int32Array(X.rows);
  const representatives: number[] = [];
  const sums: number[] = [];
  const inputs: number[] = [];
  order.forEach((row, at) => {
    const before = order[at - 1];
    const isNewInput = at === 0 || compare(before, row) !== 0;
    if (isNewInput || classes[before] !== classes[row]) {
      representatives.push(row);
      sums.push(0);
      inputs.push((inputs.at(-1) ?? -1) + (isNewInput ? 1 : 0));
    }
    setOf[row] = sums.length - 1;
    sums[sums.length - 1] += weights[row];
  });
  return {
    setOf,
    representatives: Int32Array.from(representatives),
    weights: Float64Array.from(sums),
    inputs: Int32Array.from(inputs),
  };
}

function sortedWithinRows({ data, columns: p }: Matrix): Float64Array {
  const sorted = data.slice();
  if (p > 0) for (let at = 0; at < sorted.length; at += p) sorted.subarray(at, at + p).sort();
  return sorted;
}

function compareRows(data: Float64Array, a: number, b: number, length: number): number {
  for (let j = 0; j < length; j++) {
    const difference = data[a + j] - data[b + j];
    if (difference !== 0) return difference;
  }
  return 0;
}
