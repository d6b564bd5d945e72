import { matrix, type Matrix } from "../engine/matrix.ts";
import { requireLength } from "./requireLength.ts";

/** The matrix with the given rows. Without rows it has no columns either. */
export function fromRows(rows: ArrayLike<ArrayLike<number>>): Matrix {
  const columns = rows.length === 0 ? 0 : rows[0].length;
  const result = matrix(rows.length, columns);
  for (let i = 0; i < rows.length; i++) {
    requireLength(rows[i].length, columns, `The length of row ${i} (counted from 0)`);
    result.data.set(rows[i], i * columns);
  }
  return result;
}
