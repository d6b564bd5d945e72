import type { CholeskyOptions, CholeskyResult } from "../engine.ts";
import { matrix, type Matrix } from "../matrix.ts";
import { requireFiniteLower, requireRoom, requireSquare } from "./shape.ts";

/**
 * A = L Lᵀ, row by row: ℓ_ij = (a_ij − Σ_{k<j} ℓ_ik ℓ_jk) / ℓ_jj for j < i, and ℓ_ii² is what remains of a_ii. The first
 * row whose remainder is not positive ends the factorization.
 */
export function cholesky(a: Matrix, { into }: CholeskyOptions = {}): CholeskyResult {
  const n = requireSquare(a, "cholesky");
  requireFiniteLower(a, "cholesky");
  requireRoom(into, n, n, "cholesky");
  const L = into?.data ?? new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let remainder = a.data[i * n + j];
      for (let k = 0; k < j; k++) remainder -= L[i * n + k] * L[j * n + k];
      if (j < i) L[i * n + j] = remainder / L[j * n + j];
      else if (remainder > 0) L[i * n + i] = Math.sqrt(remainder);
      else return { ok: false, failedAt: i }; // also when the remainder is NaN, after an overflow
    }
    L.fill(0, i * n + i + 1, (i + 1) * n);
  }
  return { ok: true, factor: matrix(n, n, L) };
}
