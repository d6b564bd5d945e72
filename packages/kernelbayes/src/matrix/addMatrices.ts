import { matrix, type Matrix } from "../engine/matrix.ts";
import { requireLength } from "./requireLength.ts";

/** A + factor · B; default factor: 1. */
export function addMatrices(a: Matrix, b: Matrix, factor: number = 1): Matrix {
  requireLength(b.rows, a.rows, "The number of rows of both summands");
  requireLength(b.columns, a.columns, "The number of columns of both summands");
  const result = matrix(a.rows, a.columns);
  for (let at = 0; at < a.data.length; at++) result.data[at] = a.data[at] + factor * b.data[at];
  return result;
}

/** factor · A. */
export function scaleMatrix(a: Matrix, factor: number): Matrix {
  const result = matrix(a.rows, a.columns);
  for (let at = 0; at < a.data.length; at++) result.data[at] = factor * a.data[at];
  return result;
}

/** diag(left) · A · diag(right). Default of `right`: `left`; a symmetric matrix then stays exactly symmetric. */
export function scaleRowsAndColumns(a: Matrix, left: ArrayLike<number>, right: ArrayLike<number> = left): Matrix {
  requireLength(left.length, a.rows, "The number of row factors");
  requireLength(right.length, a.columns, "The number of column factors");
  const result = matrix(a.rows, a.columns);
  for (let i = 0; i < a.rows; i++) {
    for (let j = 0; j < a.columns; j++) {
      result.data[i * a.columns + j] = left[i] * right[j] * a.data[i * a.columns + j];
    }
  }
  return result;
}

/** Every number times a factor, in memory that nobody else holds. */
export function timesInPlace(values: Float64Array, factor: number): Float64Array {
  if (factor === 1) return values;
  for (let at = 0; at < values.length; at++) values[at] *= factor;
  return values;
}

/** A function of each entry and of its place in `data`. */
export function mapMatrix({ data, rows, columns }: Matrix, change: (value: number, at: number) => number): Matrix {
  return matrix(rows, columns, data.map(change));
}
