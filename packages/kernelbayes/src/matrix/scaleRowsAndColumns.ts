import { matrix, type Matrix } from "../engine/matrix.ts";
import { requireLength } from "./requireLength.ts";

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
