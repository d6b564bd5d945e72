import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { solveCurvature } from "./blocks.ts";
import type { SoftmaxMode } from "./mode.ts";
import type { RowCovariances } from "./rowCovariances.ts";

/**
 * Ω, symmetric, with ∂ log q/∂θ = Σ_ab Ω_ab ∂K_ab/∂θ for the kernel that all classes share:
 *
 *     Ω = Σ_c ½ a^c a^cᵀ − ½ Σ_c (E_c − E_c (M Mᵀ)⁻¹ E_c) + Σ_c sym(u^c ρ^cᵀ),   u = (I + W K)⁻¹ t,   ρ = w (y − π),
 *     t_ic = −½ w_i π_ic [Σ^i_cc − Σ_k π_ik Σ^i_kk − 2 (Σ^i π_i)_c + 2 π_iᵀ Σ^i π_i],
 *
 * the last part being how the mode, and with it the curvature, moves with the kernel.
 */
export function softmaxSlopeWeights(
  engine: Engine,
  K: Matrix,
  weights: Float64Array,
  mode: SoftmaxMode,
  { covariances, halves }: RowCovariances,
): Matrix {
  const { coefficients, blocks, likelihood } = mode;
  const { rows: n, columns: C } = coefficients;
  const slopes = likelihood.slopes.data;
  const u = solveCurvature(engine, blocks, K, curvatureSlopes(likelihood.probabilities, weights, covariances)).data;
  const a = coefficients.data;
  const result = matrix(n, n);
  blocks.E.forEach((block, c) => {
    const taken = engine.symmetricProduct(halves[c], { transpose: true });
    for (let at = 0; at < n * n; at++) result.data[at] -= 0.5 * (block.data[at] - taken.data[at]);
  });
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let c = 0; c < C; c++) {
        const p = i * C + c;
        const q = j * C + c;
        sum += a[p] * a[q] + u[p] * slopes[q] + u[q] * slopes[p];
      }
      const value = result.data[i * n + j] + 0.5 * sum;
      result.data[i * n + j] = result.data[j * n + i] = value;
    }
  }
  return result;
}

/** t: minus half the derivative of log |I + K W| in the latent values. */
function curvatureSlopes(probabilities: Matrix, weights: Float64Array, covariances: Matrix): Matrix {
  const { rows: n, columns: C } = probabilities;
  const result = matrix(n, C);
  for (let i = 0; i < n; i++) {
    const p = probabilities.data.subarray(i * C, (i + 1) * C);
    const S = covariances.data.subarray(i * C * C, (i + 1) * C * C);
    let mean = 0;
    let square = 0;
    const products = p.map((probability, c) => {
      let sum = 0;
      for (let d = 0; d < C; d++) sum += S[c * C + d] * p[d];
      mean += probability * S[c * C + c];
      square += probability * sum;
      return sum;
    });
    for (let c = 0; c < C; c++) {
      result.data[i * C + c] = -0.5 * weights[i] * p[c] * (S[c * C + c] - mean - 2 * products[c] + 2 * square);
    }
  }
  return result;
}
