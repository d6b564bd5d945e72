import { matrix, type Matrix } from "../engine/matrix.ts";
import type { Stream } from "./stream.ts";
import { wishartFactor } from "./wishartFactor.ts";

/**
 * The lower Cholesky factor M of a draw Σ = M Mᵀ from the inverse Wishart distribution with scale matrix S = L Lᵀ, given L,
 * for any real degrees > p − 1. Σ⁻¹ ~ Wishart(degrees, S⁻¹), and the mean of Σ is S / (degrees − p − 1).
 *
 * If U Uᵀ ~ Wishart(degrees, I) with upper triangular U (Bartlett's factor with rows and columns reversed), then
 * Σ⁻¹ = L⁻ᵀ U Uᵀ L⁻¹ and M = L U⁻ᵀ, which is lower triangular with a positive diagonal. Hence dᵀ Σ⁻¹ d = ‖y‖² with
 * M y = d, and log |Σ| = 2 Σᵢ log Mᵢᵢ. Costs p³/6 multiplications; see `wishartFactor` for a form without them.
 */
export function inverseWishartFactor(stream: Stream, degrees: number, L: Matrix): Matrix {
  const p = L.rows;
  if (L.columns !== p) throw new RangeError(`The factor of the scale matrix must be square; got ${p} × ${L.columns}.`);
  const A = wishartFactor(stream, degrees, p);
  const M = matrix(p, p);
  // M T = L with the lower triangular T = Uᵀ, solved from the last column back.
  const T = (row: number, column: number): number => A.data[(p - 1 - column) * p + (p - 1 - row)];
  for (let i = 0; i < p; i++) {
    for (let j = i; j >= 0; j--) {
      let sum = L.data[i * p + j];
      for (let k = j + 1; k <= i; k++) sum -= M.data[i * p + k] * T(k, j);
      M.data[i * p + j] = sum / T(j, j);
    }
  }
  return M;
}
