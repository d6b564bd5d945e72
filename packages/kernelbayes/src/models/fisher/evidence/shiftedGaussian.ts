import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";

/**
 * The gaussian kernel less its variance, θ₁(exp(−½ Σⱼ wⱼ(xⱼ − zⱼ)²) − 1), without cancellation where the exponent is tiny.
 *
 * A constant taken off a kernel changes no evidence and no contrast of the discriminant, and with θ₁ → ∞, θ₂ → 0 at fixed
 * θ₁θ₂, where a gaussian kernel imitates a linear one along a flat ridge, the constant is all but the whole of it: at
 * θ₁ = 6e8, θ₂ = 2e-10 the plain kernel has lost ten digits, this one none. To be used for the matrix of the training rows,
 * for the kernel with new rows and, as 0, for their prior variance alike; only contrasts to the midpoint then have a meaning.
 */
export function shiftedGaussian(
  engine: Engine,
  X: Matrix,
  Z: Matrix | undefined,
  { variance, weights }: { readonly variance: number; readonly weights: Float64Array },
): Matrix {
  const R = engine.squaredDistances(X, Z, weights);
  return matrix(
    R.rows,
    R.columns,
    R.data.map((squared) => variance * Math.expm1(-0.5 * squared)),
  );
}
