import type { Matrix } from "../engine/matrix.ts";

/** The diagonal a_ii, as a copy. */
export function diagonal(a: Matrix): Float64Array {
  const result = new Float64Array(Math.min(a.rows, a.columns));
  for (let i = 0; i < result.length; i++) result[i] = a.data[i * a.columns + i];
  return result;
}
