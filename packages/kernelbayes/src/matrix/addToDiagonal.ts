import { matrix, type Matrix } from "../engine/matrix.ts";
import { requireLength } from "./requireLength.ts";

/** A + value · I, or A + diag(values), for a square matrix. */
export function addToDiagonal(a: Matrix, values: number | ArrayLike<number>): Matrix {
  const n = a.rows;
  requireLength(a.columns, n, "The number of columns of a square matrix");
  if (typeof values !== "number") requireLength(values.length, n, "The number of diagonal terms");
  const result = matrix(n, n, a.data.slice());
  for (let i = 0; i < n; i++) result.data[i * n + i] += typeof values === "number" ? values : values[i];
  return result;
}
