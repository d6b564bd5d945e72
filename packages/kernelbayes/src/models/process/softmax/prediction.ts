import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import type { SoftmaxBlocks } from "./blocks.ts";
import type { LatentClasses } from "./cavities.ts";

/** What a fit knows of the latent functions. */
export interface SoftmaxLaw {
  /** ρ = w (y − π) at the mode, a column a class. */
  readonly coefficients: Matrix;
  readonly blocks: SoftmaxBlocks;
}

/**
 * Mean and covariance of the latent values of new rows, from their kernel with the training rows (n × t, training rows down) and
 * their prior variances k(x, x):
 *
 *     μ_c = ρ^cᵀ k,   V_cd = δ_cd (k(x, x) − kᵀ E_c k) + (M⁻¹ E_c k)ᵀ (M⁻¹ E_d k).
 */
export function softmaxPrediction(
  engine: Engine,
  { coefficients, blocks }: SoftmaxLaw,
  cross: Matrix,
  prior: Float64Array,
): LatentClasses {
  const C = coefficients.columns;
  const { rows: n, columns: count } = cross;
  const mean = engine.multiply(cross, coefficients, { transposeA: true });
  const covariance = matrix(count, C * C);
  const shared = blocks.E.map((block, c) => {
    const product = engine.multiply(block, cross);
    const explained = new Float64Array(count);
    for (let i = 0; i < n; i++) {
      for (let t = 0; t < count; t++) explained[t] += cross.data[i * count + t] * product.data[i * count + t];
    }
    for (let t = 0; t < count; t++) covariance.data[(t * C + c) * C + c] = Math.max(0, prior[t] - explained[t]);
    return blocks.sum.halfSolve(product).data;
  });
  for (let c = 0; c < C; c++) {
    for (let d = 0; d <= c; d++) {
      const sums = new Float64Array(count);
      for (let i = 0; i < n; i++) {
        for (let t = 0; t < count; t++) sums[t] += shared[c][i * count + t] * shared[d][i * count + t];
      }
      for (let t = 0; t < count; t++) {
        covariance.data[(t * C + c) * C + d] += sums[t];
        if (d < c) covariance.data[(t * C + d) * C + c] = covariance.data[(t * C + c) * C + d];
      }
    }
  }
  return { mean, covariance };
}
