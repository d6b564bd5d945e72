import { matrix, type Matrix } from "../engine/matrix.ts";
import { requireIndex } from "./requireIndex.ts";
import { row } from "./row.ts";

/** The rows with the given numbers, in that order; a row may be taken more than once. */
export function selectRows(a: Matrix, indices: ArrayLike<number>): Matrix {
  const result = matrix(indices.length, a.columns);
  for (let i = 0; i < indices.length; i++) {
    requireIndex(indices[i], a.rows, "Row");
    row(result, i).set(row(a, indices[i]));
  }
  return result;
}
