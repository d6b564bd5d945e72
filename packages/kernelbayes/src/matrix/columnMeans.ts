import type { Matrix } from "../engine/matrix.ts";

/** The mean of each column; NaN without rows. */
export function columnMeans(a: Matrix): Float64Array {
  const sums = new Float64Array(a.columns);
  for (let i = 0, at = 0; i < a.rows; i++) {
    for (let j = 0; j < a.columns; j++, at++) sums[j] += a.data[at];
  }
  return sums.map((sum) => sum / a.rows);
}
