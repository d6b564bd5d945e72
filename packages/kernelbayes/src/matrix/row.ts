import type { Matrix } from "../engine/matrix.ts";

/** Row i as a view: what is written to it is written to the matrix. */
export function row(a: Matrix, i: number): Float64Array {
  return a.data.subarray(i * a.columns, (i + 1) * a.columns);
}
