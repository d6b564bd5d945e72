import type { Matrix } from "../engine/matrix.ts";

/** The diagonal a_ii, as a copy. */
export function diagonal(a: Matrix): Float64Array {
  return Float64Array.from({ length: Math.min(a.rows, a.columns) }, (_, i) => a.data[i * a.columns + i]);
}
