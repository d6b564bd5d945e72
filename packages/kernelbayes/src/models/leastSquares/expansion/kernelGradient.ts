import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { leftDenominator } from "../canonical/leaveOneOutAt.ts";
import type { ResidualMatrix } from "../canonical/residualMatrix.ts";

/**
 * The symmetric matrix W by which a criterion Σᵢ g(eᵢ) of leave-one-out residuals changes with the kernel,
 * d Σ g = Σ_ab W_ab dK_ab, for the penalty αᵀKα. From dD = −D dK̃ D/μ, with K̃ = √w K √w and eᵢ = Nᵢ/Dᵢ*,
 *
 *     W̃ = sym(−(D a) Nᵀ + D diag(b) D)/μ,   aᵢ = g'(eᵢ)/Dᵢ*,   bᵢ = g'(eᵢ) eᵢ u/(√wᵢ Dᵢ*),
 *
 * where Dᵢ* = (wᵢ − u + u Dᵢᵢ)/√wᵢ leaves out one unit u = min(1, wᵢ). `slopes` are g'(eᵢ).
 */
export function kernelGradient(
  engine: Engine,
  { D, N }: ResidualMatrix,
  rootWeights: Float64Array,
  residuals: Float64Array,
  slopes: Float64Array,
  mu: number,
): Matrix {
  const n = D.rows;
  const a = new Float64Array(n);
  const scaled = matrix(n, n);
  for (let i = 0; i < n; i++) {
    a[i] = slopes[i] / leftDenominator(D.data[i * n + i], rootWeights[i]);
    const b = (a[i] * residuals[i] * Math.min(1, rootWeights[i] ** 2)) / rootWeights[i];
    for (let j = 0; j < n; j++) scaled.data[i * n + j] = b * D.data[i * n + j];
  }
  const Da = engine.multiply(D, matrix(n, 1, a)).data;
  const W = engine.multiply(D, scaled);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const value = (W.data[i * n + j] + W.data[j * n + i] - Da[i] * N[j] - Da[j] * N[i]) / 2;
      const factored = (value * rootWeights[i] * rootWeights[j]) / mu;
      W.data[i * n + j] = factored;
      W.data[j * n + i] = factored;
    }
  }
  return W;
}
