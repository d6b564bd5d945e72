import type { LatentMoments } from "../../../calibration/logitInterval.ts";
import type { SiteRoom } from "./siteSystem.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import type { LabelledRows, WeightedRows } from "../../../rows/labelledRows.ts";
import type { LikelihoodName } from "../../../likelihoods/likelihood.ts";

export type { LatentMoments };

/** The classes of rows as signs, with what each row counts. */
export interface SignedRows extends Pick<WeightedRows, "weights"> {
  /** +1 for the class 1, −1 for the class 0. */
  readonly signs: Float64Array;
}

/** The signs and weights of rows with class 0 or 1. */
export function signedRows({ classes, weights }: Pick<LabelledRows, "classes" | "weights">): SignedRows {
  return { signs: Float64Array.from(classes, (q) => 2 * q - 1), weights };
}

/**
 * A Gaussian approximation of the posterior of a latent function f ~ N(0, K) at given rows: likelihoods replaced by Gaussian
 * sites of precision s² at some of them,
 *
 *     mean of f(x) = k(x)ᵀ b,    variance of f(x) = k(x, x) − |L⁻¹ S k(x)|²,    L Lᵀ = I + S K S,
 *
 * k(x) the kernel between x and the rows that carry sites, b the `coefficients`, S the diagonal matrix of the `roots`.
 */
export interface LatentLaw {
  readonly coefficients: Float64Array;
  /** s ≥ 0, the square roots of the site precisions. */
  readonly roots: Float64Array;
  /** L, lower triangular. */
  readonly factor: Matrix;
}

/** The approximation of one kernel matrix, with its evidence: what Laplace's method and expectation propagation return. */
export interface LatentApproximation {
  readonly law: LatentLaw;
  /** The numbers of the rows that carry sites, ascending; arrays of `law` have one entry for each. */
  readonly active: Int32Array;
  readonly logEvidence: number;
  /** Mean and variance of f at all rows, those without a site of their own included. */
  readonly latent: () => LatentMoments;
  /** Ω, symmetric, on the active rows: ∂ log evidence/∂θ = Σ Ω_ab ∂K_ab/∂θ. Costs an inverse. */
  readonly slopeWeights: () => Matrix;
  /**
   * Mean and variance of f at each row as a fit without one unit of its weight (the whole row, where its weight is below 1)
   * would have them.
   */
  readonly cavities: () => LatentMoments;
  /** Where to begin with a kernel matrix close to this one: one number, or more, for each of all rows. */
  readonly warmStart: Float64Array;
  readonly converged: boolean;
  /** Newton steps, or sweeps. */
  readonly steps: number;
}

export interface ApproximateOptions {
  /** The `warmStart` of an approximation by the same method with a kernel matrix close to this one; a wrong one costs steps, nothing else. */
  readonly warmStart?: Float64Array | undefined;
  /**
   * How exactly the approximation is brought to rest: the largest |a − g| / max(1, weight) at the mode, a = K⁻¹f, g the slope of the log
   * likelihood (default 1e-10), or the largest mismatch of moments, relative to the posterior's (default 1e-9; 1e-6 has the evidence to about
   * as much).
   */
  readonly tolerance?: number;
  /** What expectation propagation on as many rows with kernels near this one has left; its laws are lost. */
  readonly room?: SiteRoom | undefined;
}

/** How a posterior is approximated, as plain data: it is sent to workers with the rows. */
export interface LatentMethod {
  readonly likelihood: LikelihoodName;
  readonly approximation: "laplace" | "ep";
  /** δ of the trigonometric likelihoods. Default 1. */
  readonly halfWidth?: number;
}
