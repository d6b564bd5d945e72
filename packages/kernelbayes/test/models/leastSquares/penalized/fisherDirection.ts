import type { Engine } from "../../../../src/engine/engine.ts";
import { requireRows, type FisherContrasts } from "../../../../src/rows/fisherContrasts.ts";
import { fisherPosterior } from "../../../../src/models/fisher/posterior/fisherPosterior.ts";
import type { LatentPrior } from "../../../../src/rows/kernel/rootProblem.ts";
import { classGroups } from "../../../../src/rows/classGroups.ts";
import { discriminantDirections } from "../../../../src/models/leastSquares/penalized/discriminantDirections.ts";
import {
  directionBiases,
  type DirectionBiases,
  penalizedForm,
  requireRegularization,
} from "../../../../src/models/leastSquares/penalized/penalizedForm.ts";

/** The kernel Fisher discriminant of two classes: the projection of x is αᵀk(x), larger for class 1. */
export interface FisherDirection {
  /** α, with αᵀ(KLK + μR)α = 1. With weights, the sums over the copies of each row. */
  readonly coefficients: Float64Array;
  /** Rayleigh's coefficient J = δᵀK(KLK + μR)⁻¹Kδ, the largest value of (αᵀKδ)²/αᵀ(KLK + μR)α. */
  readonly rayleigh: number;
  readonly biases: DirectionBiases;
}

/**
 * The direction that maximizes (αᵀKδ)² / αᵀ(KLK + μR)α, with R the identity or the kernel matrix; α ∝ (KLK + μR)⁻¹Kδ.
 *
 * For R = K it is the Bayesian Fisher discriminant with β = 1/μ: α = u/√(μs) and J = s/μ, so that KLK + μK, singular
 * where K is, is never formed. For R = I it is least squares to the classes by one eigendecomposition of K
 * (`discriminantDirections`), which does not square the condition of K. Mika et al., Fisher discriminant analysis with
 * kernels, 1999.
 */
export function fisherDirection(
  engine: Engine,
  prior: LatentPrior,
  contrasts: FisherContrasts,
  { penalty, mu }: { readonly penalty: "identity" | "kernel"; readonly mu: number },
): FisherDirection {
  requireRegularization(mu);
  requireRows(prior.K.rows, contrasts);
  if (penalty === "kernel") {
    const { u, s } = fisherPosterior(engine, prior, contrasts, { precision: 1 / mu });
    const coefficients = u.map((value) => value / Math.sqrt(mu * s));
    return { coefficients, rayleigh: s / mu, biases: directionBiases(prior.K, contrasts, coefficients) };
  }
  const { ratios, coefficients } = discriminantDirections(
    engine,
    penalizedForm(engine, prior, penalty, contrasts.weights),
    classGroups(contrasts.classes, 2, contrasts.weights),
    mu,
  );
  return {
    coefficients: coefficients.data,
    rayleigh: contrasts.kappa * ratios[0],
    biases: directionBiases(prior.K, contrasts, coefficients.data),
  };
}
