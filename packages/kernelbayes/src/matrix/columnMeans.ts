import type { Matrix } from "../engine/matrix.ts";
import { row } from "./row.ts";

/** The mean of each column; NaN without rows. */
export function columnMeans(a: Matrix): Float64Array {
  const sums = new Float64Array(a.columns);
  for (let i = 0; i < a.rows; i++) row(a, i).forEach((value, j) => (sums[j] += value));
  return sums.map((sum) => sum / a.rows);
}
