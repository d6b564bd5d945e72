import type { Matrix } from "../../../engine/matrix.ts";
import { dot, multiplyVector } from "../../../matrix/dot.ts";
import { diagonal } from "../../../matrix/diagonal.ts";

/**
 * The mean variance over weighted rows of a function with covariance K, its mean over the rows taken off:
 *
 *     Σ wᵢ Kᵢᵢ/Σw − wᵀK w/(Σw)².
 *
 * C times this says how far outputs spread before the classes are seen, whatever the kernel and its width, which makes it a
 * better coordinate of a search than C: a wide kernel is nearly constant on the rows and needs a large C.
 */
export function latentScale(K: Matrix, weights: Float64Array): number {
  const total = weights.reduce((sum, w) => sum + w, 0);
  const own = dot(diagonal(K), weights) / total;
  const common = dot(multiplyVector(K, weights), weights) / total ** 2;
  // A kernel that is constant on the rows has no scale but its own.
  return own - common > 1e-12 * own ? own - common : own > 0 ? own : 1;
}
