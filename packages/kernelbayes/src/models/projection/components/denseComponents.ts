import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { diagonal } from "../../../matrix/diagonal.ts";
import { multiplyVector } from "../../../matrix/dot.ts";
import type { WeightedRows } from "../../../rows/labelledRows.ts";
import { ownVariances } from "../../../rows/kernel/kernelOnRows.ts";
import { columnSigns } from "./columnSigns.ts";
import type { FoundComponents } from "./componentProjection.ts";
import { significantPairs, type ComponentLimits } from "./significantPairs.ts";

/**
 * The components of the whole kernel matrix. With weights w of sum n, r = Kw/n and g = rᵀw/n,
 *
 *     W^½ (K − r1ᵀ − 1rᵀ + g) W^½ = U E Uᵀ,    scores W^−½ U E^½,    coefficients W^½ U E^−½
 *
 * The coefficients of a component sum to 0, which centers a new row: (k − r)ᵀ A is (k − r − wᵀk/n + g)ᵀ A. Rounding is taken
 * off that sum, because the direction of the constant mixes with the smallest components.
 */
export function denseComponents(
  engine: Engine,
  kernel: Kernel,
  { X, weights }: WeightedRows,
  limits: ComponentLimits,
): FoundComponents {
  const n = X.rows;
  const mass = sumOf(weights);
  const roots = weights.map(Math.sqrt);
  const K = kernel.matrix(engine, X);
  const own = ownVariances(kernel, X);
  let largest = 0;
  for (let i = 0; i < n; i++) {
    K.data[i * n + i] -= own[i];
    largest = Math.max(largest, K.data[i * n + i]);
  }
  const means = multiplyVector(K, weights).map((sum) => sum / mass);
  const grand = means.reduce((sum, mean, i) => sum + weights[i] * mean, 0) / mass;
  const S = centered(K, means, grand, roots);
  const { eigenvalues, vectors } = significantPairs(engine, S, limits, { rows: Math.max(n, mass), largest });
  const rank = eigenvalues.length;
  const scores = matrix(n, rank);
  const coefficients = matrix(n, rank);
  const sums = new Float64Array(rank);
  for (let i = 0, at = 0; i < n; i++) {
    for (let l = 0; l < rank; l++, at++) {
      const root = Math.sqrt(eigenvalues[l]);
      scores.data[at] = (vectors.data[at] * root) / roots[i];
      coefficients.data[at] = (vectors.data[at] * roots[i]) / root;
      sums[l] += coefficients.data[at];
    }
  }
  const signs = columnSigns(scores);
  for (let i = 0, at = 0; i < n; i++) {
    for (let l = 0; l < rank; l++, at++) {
      scores.data[at] *= signs[l];
      coefficients.data[at] = signs[l] * (coefficients.data[at] - (weights[i] / mass) * sums[l]);
    }
  }
  // A kernel that is not positive semidefinite has negative eigenvalues, which explain nothing.
  const total = Math.max(sumOf(diagonal(S)), sumOf(eigenvalues));
  return { kernel, basis: { rows: X, means, coefficients }, eigenvalues, total, scores, warnings: [] };
}

/** W^½ (K − r1ᵀ − 1rᵀ + g) W^½, exactly symmetric. */
function centered(K: Matrix, means: Float64Array, grand: number, roots: Float64Array): Matrix {
  const n = K.rows;
  const result = matrix(n, n);
  for (let i = 0, at = 0; i < n; i++) {
    for (let j = 0; j < n; j++, at++) {
      result.data[at] = roots[i] * roots[j] * (K.data[at] - (means[i] + means[j]) + grand);
    }
  }
  return result;
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
