import type { Engine } from "../../../engine/engine.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import { softmaxCavities, type LatentClasses } from "./cavities.ts";
import type { SoftmaxRows } from "./labelledRows.ts";
import { softmaxMode, type SoftmaxMode, type SoftmaxModeOptions } from "./mode.ts";
import { rowCovariances, type RowCovariances } from "./rowCovariances.ts";
import { softmaxSlopeWeights } from "./slopeWeights.ts";

/** Laplace's approximation of latent functions f^c ~ N(0, K), one a class, behind classes of probability softmax(f). */
export interface SoftmaxApproximation {
  readonly mode: SoftmaxMode;
  readonly logEvidence: number;
  /** Ω, symmetric: ∂ log evidence/∂θ = Σ Ω_ab ∂K_ab/∂θ. */
  readonly slopeWeights: () => Matrix;
  /** Mean and covariance of the latent values of each row as a fit without one unit of its weight would have them. */
  readonly cavities: () => LatentClasses;
}

/**
 * The approximation at the mode, for a kernel matrix that all classes share:
 *
 *     log q(y) = −½ Σ_c aᵀf + Σ w log π − ½ log |I + K W|.
 *
 * C. K. I. Williams & D. Barber, Bayesian classification with Gaussian
 * processes, 1998; Rasmussen & Williams, section 3.5.
 */
export function softmaxLaplace(
  engine: Engine,
  K: Matrix,
  rows: SoftmaxRows,
  options: SoftmaxModeOptions = {},
): SoftmaxApproximation {
  const mode = softmaxMode(engine, K, rows, options);
  const covariances = (): RowCovariances => rowCovariances(K, mode.blocks);
  return {
    mode,
    logEvidence: mode.logJoint - 0.5 * mode.blocks.logDeterminant,
    slopeWeights: () => softmaxSlopeWeights(engine, K, rows.weights, mode, covariances()),
    cavities: () => softmaxCavities(rows, mode, covariances().covariances),
  };
}
