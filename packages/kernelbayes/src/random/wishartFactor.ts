import { matrix, type Matrix } from "../engine/matrix.ts";
import { logGammaVariate } from "./gamma.ts";
import { normal } from "./normal.ts";
import type { Stream } from "./stream.ts";

/**
 * The lower triangular factor A of a draw A Aᵀ from the Wishart distribution with identity scale, for any real
 * degrees > dimension − 1 (Bartlett 1933): below the diagonal standard normal, and Aᵢᵢ² ~ χ²(degrees − i), i from 0.
 *
 * With S = L Lᵀ (L lower) one draw of A serves
 * - Wishart(degrees, S): W = (L A)(L A)ᵀ, with mean degrees · S;
 * - inverse Wishart(degrees, S): Σ⁻¹ = L⁻ᵀ A Aᵀ L⁻¹, so that for a difference d, whitened once as z = L⁻¹ d,
 *
 *       dᵀ Σ⁻¹ d = ‖Aᵀ z‖²      log |Σ| = 2 Σᵢ log Lᵢᵢ − 2 Σᵢ log Aᵢᵢ
 *
 *   which costs no factorization per draw. `inverseWishartFactor` gives the Cholesky factor of Σ itself.
 */
export function wishartFactor(stream: Stream, degrees: number, dimension: number): Matrix {
  if (!(degrees > dimension - 1 && degrees < Infinity)) {
    throw new RangeError(`degrees must be greater than dimension − 1 = ${dimension - 1}; got ${degrees}.`);
  }
  const A = matrix(dimension, dimension);
  for (let i = 0; i < dimension; i++) {
    for (let j = 0; j < i; j++) A.data[i * dimension + j] = normal(stream);
    // χ²(k) is twice a gamma draw of shape k/2; the logarithm keeps the root positive for tiny k.
    A.data[i * dimension + i] = Math.exp(0.5 * logGammaVariate(stream, 0.5 * (degrees - i), 0.5));
  }
  return A;
}

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
