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
