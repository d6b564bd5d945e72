import type { Engine } from "../../../engine/engine.ts";
import { correlatedCoefficients } from "./correlatedCoefficients.ts";
import { orthogonalCoefficients } from "./orthogonalCoefficients.ts";
import type { ProjectionProblem } from "./projectionProblem.ts";

/**
 * The coefficients given latent predictors and precisions. With A_k = DᵀD + diag(τ_k) = L_k L_kᵀ and u_k = L_k⁻¹ Dᵀ z_k,
 *
 *     β_k ~ N(L_k⁻ᵀ u_k, σ² A_k⁻¹)
 *
 * Everything is stored class by class: z_ik at k · rows + i; β_lk, τ_lk and the normals at k · columns + l. Coefficients of
 * variance 1/τ, independent of the noise, are those of precisions σ²τ.
 */
export interface Coefficients {
  /** Takes in z and τ, and returns Σ_k (z_kᵀz_k − u_kᵀu_k), which is never negative; NaN where z is not finite. */
  condition(z: Float64Array, precisions: Float64Array): number;
  /** Writes β_k = L_k⁻ᵀ (u_k + σ e_k) for the z and τ last taken in and standard normal e. */
  draw(deviation: number, normals: Float64Array, target: Float64Array): void;
  /** Writes the means D β_k of the predictors. */
  combine(coefficients: Float64Array, target: Float64Array): void;
}

/** Without any factorization where the columns are orthogonal to each other, with one for each class elsewhere. */
export function coefficientsOf(engine: Engine, { D, squaredNorms, classCount }: ProjectionProblem): Coefficients {
  return squaredNorms === undefined
    ? correlatedCoefficients(engine, D, classCount - 1)
    : orthogonalCoefficients(D, squaredNorms, classCount - 1);
}
