import type { Matrix } from "../engine/matrix.ts";

/** The weighted mean of each column. */
export function grandMean({ data, rows, columns: p }: Matrix, weights: Float64Array): Float64Array {
  const sums = new Float64Array(p);
  let total = 0;
  for (let i = 0; i < rows; i++) {
    total += weights[i];
    for (let j = 0; j < p; j++) sums[j] += weights[i] * data[i * p + j];
  }
  return sums.map((sum) => sum / total);
}
