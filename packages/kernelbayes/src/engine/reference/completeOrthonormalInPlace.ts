import type { Matrix } from "../matrix.ts";
import { norm2 } from "./norm2.ts";

/**
 * Fills the rows from `count` on so that all rows of a square matrix are orthonormal, given that the first `count` are. Each
 * new row is the unit vector that the rows so far cover least, made orthogonal to them twice (once leaves rounding behind).
 */
export function completeOrthonormalInPlace({ data, rows: n }: Matrix, count: number): void {
  for (let next = count; next < n; next++) {
    const row = data.subarray(next * n, (next + 1) * n);
    row.fill(0);
    row[leastCovered(data, n, next)] = 1;
    for (let pass = 0; pass < 2; pass++) {
      for (let i = 0; i < next; i++) {
        let product = 0;
        for (let k = 0; k < n; k++) product += data[i * n + k] * row[k];
        for (let k = 0; k < n; k++) row[k] -= product * data[i * n + k];
      }
      const length = norm2(row);
      for (let k = 0; k < n; k++) row[k] /= length;
    }
  }
}

function leastCovered(data: Float64Array, n: number, count: number): number {
  const covered = new Float64Array(n);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < n; k++) covered[k] += data[i * n + k] ** 2;
  }
  return covered.indexOf(Math.min(...covered));
}
