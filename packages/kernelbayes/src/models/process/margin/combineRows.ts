import type { KernelRows } from "../../../rows/kernel/kernelRows.ts";

/** f = Σ_a c_a k_a over some rows k_a of the matrix, four at a time. */
export function combineRows(rows: KernelRows, chosen: Int32Array, coefficients: Float64Array): Float64Array {
  const n = rows.size;
  const sum = new Float64Array(n);
  let at = 0;
  for (; at + 4 <= chosen.length; at += 4) {
    const [k0, k1, k2, k3] = [0, 1, 2, 3].map((next) => rows.row(chosen[at + next]));
    const c0 = coefficients[at];
    const c1 = coefficients[at + 1];
    const c2 = coefficients[at + 2];
    const c3 = coefficients[at + 3];
    for (let i = 0; i < n; i++) sum[i] += c0 * k0[i] + c1 * k1[i] + (c2 * k2[i] + c3 * k3[i]);
  }
  for (; at < chosen.length; at++) {
    const k = rows.row(chosen[at]);
    const c = coefficients[at];
    for (let i = 0; i < n; i++) sum[i] += c * k[i];
  }
  return sum;
}

/** diag(s) K_MM diag(s) + diag(shift) on chosen rows M: its lower triangle, written to the start of `into`. */
export function scaledBlock(
  rows: KernelRows,
  chosen: Int32Array,
  factors: Float64Array,
  shift: number,
  into: Float64Array,
): Float64Array {
  const m = chosen.length;
  const block = into.subarray(0, m * m);
  for (let a = 0; a < m; a++) {
    const k = rows.row(chosen[a]);
    const scale = factors[a];
    const start = a * m;
    for (let b = 0; b <= a; b++) block[start + b] = scale * factors[b] * k[chosen[b]];
    block[start + a] += shift;
  }
  return block;
}
