import type { Engine } from "../../../../src/engine/engine.ts";
import { InputError } from "../../../../src/errors.ts";
import { multiplyVector } from "../../../../src/matrix/dot.ts";
import type { FisherContrasts } from "../../../../src/rows/fisherContrasts.ts";
import { notSeparable, rootProblem, type LatentPrior } from "../../../../src/rows/kernel/rootProblem.ts";
import { fisherSpectrum } from "../../../../src/models/fisher/posterior/fisherSpectrum.ts";
import { directionBiases, type DirectionBiases } from "../../../../src/models/leastSquares/penalized/penalizedForm.ts";

/** The discriminant in the leading part of the spectrum of the centered kernel. */
export interface ThresholdDirection {
  /** α; they sum to 0. The training projections, less their mean, have length 1. */
  readonly coefficients: Float64Array;
  /** How many eigenvalues were kept. */
  readonly kept: number;
  /** The share of the scatter of the projections that lies between the classes, in (0, 1]; 1 where they are piled. */
  readonly betweenOverTotal: number;
  readonly biases: DirectionBiases;
}

/**
 * Generalized discriminant analysis: regularization by leaving out, rather than by adding. Of the eigenpairs (λ, q) of HKH
 * those with λ > threshold · λ_max are kept, t = Qᵀδ, and
 *
 *     α = Q Λ⁻¹ t/‖t‖,   between/total = ‖t‖²/κ.
 *
 * With the grand mean as its bias, αᵀk(x) + b is αᵀ(k(x) − K1/n). Baudat & Anouar, 2000.
 */
export function thresholdDirection(
  engine: Engine,
  prior: LatentPrior,
  contrasts: FisherContrasts,
  threshold: number,
): ThresholdDirection {
  if (!(threshold > 0 && threshold < 1)) {
    throw new InputError("invalid-option", `The eigenvalue threshold must lie between 0 and 1; got ${threshold}.`);
  }
  const { values, vectors, t } = fisherSpectrum(engine, rootProblem(prior, contrasts));
  const least = threshold * values[values.length - 1];
  const isKept = values.map((value) => (value > least ? 1 : 0));
  const length2 = t.reduce((sum, value, j) => sum + isKept[j] * value * value, 0);
  if (!(length2 > leastShare * contrasts.kappa)) throw notSeparable(length2, contrasts.kappa);
  const length = Math.sqrt(length2);
  const coefficients = multiplyVector(
    vectors,
    t.map((value, j) => (isKept[j] === 1 ? value / (values[j] * length) : 0)),
  ).map((value, i) => value * contrasts.roots[i]);
  return {
    coefficients,
    kept: isKept.reduce((sum, value) => sum + value, 0),
    betweenOverTotal: length2 / contrasts.kappa,
    biases: directionBiases(prior.K, contrasts, coefficients),
  };
}

/** Below this share of κ nothing of the difference between the classes lies in the part that is kept. */
const leastShare = 1e-24;
