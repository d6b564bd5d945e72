import type { Matrix } from "../engine/matrix.ts";

/** Column j, as a copy. */
export function column(a: Matrix, j: number): Float64Array {
  return Float64Array.from({ length: a.rows }, (_, i) => a.data[i * a.columns + j]);
}
