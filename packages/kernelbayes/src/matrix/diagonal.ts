import { type Matrix, matrix } from "../engine/matrix.ts";
import { requireLength } from "./requireLength.ts";

/** The diagonal a_ii, as a copy. */
export function diagonal(a: Matrix): Float64Array {
  const result = new Float64Array(Math.min(a.rows, a.columns));
  for (let i = 0; i < result.length; i++) result[i] = a.data[i * a.columns + i];
  return result;
}

/** The square matrix with the given values on its diagonal and zeros elsewhere. */
export function diagonalMatrix(values: ArrayLike<number>): Matrix {
  const n = values.length;
  const result = matrix(n, n);
  for (let i = 0; i < n; i++) result.data[i * n + i] = values[i];
  return result;
}

/** The identity matrix of the given size. */
export function identity(size: number): Matrix {
  return diagonalMatrix(new Float64Array(size).fill(1));
}

/** A + value · I, or A + diag(values), for a square matrix. */
export function addToDiagonal(a: Matrix, values: number | ArrayLike<number>): Matrix {
  const n = a.rows;
  requireLength(a.columns, n, "The number of columns of a square matrix");
  if (typeof values !== "number") requireLength(values.length, n, "The number of diagonal terms");
  const result = matrix(n, n, a.data.slice());
  for (let i = 0; i < n; i++) result.data[i * n + i] += typeof values === "number" ? values : values[i];
  return result;
}
