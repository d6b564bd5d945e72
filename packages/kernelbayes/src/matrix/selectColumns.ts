import { matrix, type Matrix } from "../engine/matrix.ts";
import { requireIndex } from "./requireIndex.ts";

/** The columns with the given numbers, in that order; a column may be taken more than once. */
export function selectColumns(a: Matrix, indices: ArrayLike<number>): Matrix {
  for (let j = 0; j < indices.length; j++) requireIndex(indices[j], a.columns, "Column");
  const result = matrix(a.rows, indices.length);
  for (let i = 0; i < a.rows; i++) {
    for (let j = 0; j < indices.length; j++) result.data[i * indices.length + j] = a.data[i * a.columns + indices[j]];
  }
  return result;
}
