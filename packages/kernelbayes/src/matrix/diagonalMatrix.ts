import { matrix, type Matrix } from "../engine/matrix.ts";

/** The square matrix with the given values on its diagonal and zeros elsewhere. */
export function diagonalMatrix(values: ArrayLike<number>): Matrix {
  const n = values.length;
  const result = matrix(n, n);
  for (let i = 0; i < n; i++) result.data[i * n + i] = values[i];
  return result;
}
