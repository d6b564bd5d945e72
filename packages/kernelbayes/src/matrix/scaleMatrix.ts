import { matrix, type Matrix } from "../engine/matrix.ts";

/** factor · A. */
export function scaleMatrix(a: Matrix, factor: number): Matrix {
  return matrix(
    a.rows,
    a.columns,
    a.data.map((value) => factor * value),
  );
}
