import { matrix, type Matrix } from "../engine/matrix.ts";

/** factor · A. */
export function scaleMatrix(a: Matrix, factor: number): Matrix {
  const result = matrix(a.rows, a.columns);
  for (let at = 0; at < a.data.length; at++) result.data[at] = factor * a.data[at];
  return result;
}
