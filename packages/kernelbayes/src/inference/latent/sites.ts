import type { Engine } from "../../engine/engine.ts";
import type { Matrix } from "../../engine/matrix.ts";
import { NumericalError } from "../../errors.ts";
import type { Likelihood } from "../../likelihoods/likelihood.ts";
import { diagonal } from "../../matrix/diagonal.ts";
import type { LatentMoments, SignedRows } from "./approximation.ts";
import { poweredMean } from "./poweredMean.ts";
import { halfLogDeterminant, siteFactor, siteVariances, solveSites, timesVector } from "./siteFactor.ts";

/**
 * Gaussian sites exp(−½ τ f² + ν f), of which a row of weight w carries max(1, w) equal ones: one for each unit of its
 * weight, each in place of g, and where w is below 1 one in place of g^w. (So a row of weight w is w rows: power expectation
 * propagation with the power 1/w.)
 */
export interface Sites {
  readonly precision: Float64Array;
  readonly shift: Float64Array;
}

/** What one factorization says of given sites, and the sites that follow from them. */
export interface Sweep {
  readonly sites: Sites;
  readonly factor: Matrix;
  /** Square roots of the precisions of all sites of each row. */
  readonly roots: Float64Array;
  /** (I + S K S)⁻¹, for the sweep's owner to change. */
  readonly inverse: Matrix;
  /** b, with mean K b. */
  readonly coefficients: Float64Array;
  readonly posterior: LatentMoments;
  /** Without one site of each row. */
  readonly cavities: LatentMoments;
  readonly logEvidence: number;
  /** The sites that match the moments of likelihood and cavity. */
  readonly image: Sites;
  /** How far the moments are from those of the posterior: in mean, in units of its deviation, and in relative variance. */
  readonly residual: number;
}

/**
 * One parallel sweep of expectation propagation, which takes one Cholesky factor and the inverse from it:
 *
 *     B = I + S K S,   b = ν − S B⁻¹ S K ν,   μ = K b,   v_i = (1 − [B⁻¹]_ii)/s_i²      (sums over the sites of a row)
 *     v_c = v/(1 − k (1 − [B⁻¹]_ii)),   μ_c = μ − k v_c b_i                             (k = 1/max(1, w), one site less)
 *     d₁, d₂ slopes of ln Ẑ = ln E g in μ_c,   new τ = −d₂/(1 + v_c d₂),   new ν = (d₁ − μ_c d₂)/(1 + v_c d₂)
 *
 * without a difference of reciprocals, so that neither small nor huge precisions lose digits. Undefined where a number is not
 * finite or no factor exists.
 */
export function sweep(
  engine: Engine,
  K: Matrix,
  { signs, weights }: SignedRows,
  likelihood: Likelihood,
  sites: Sites,
): Sweep | undefined {
  const n = K.rows;
  const counts = weights.map((w) => Math.max(1, w));
  const roots = sites.precision.map((tau, i) => Math.sqrt(counts[i] * tau));
  const shifts = sites.shift.map((nu, i) => counts[i] * nu);
  const factor = factorIfPossible(engine, K, roots);
  if (factor === undefined) return undefined;
  const inverse = engine.inverseFactored(factor);
  const shares = diagonal(inverse);
  const variance = siteVariances(engine, K, roots, factor, shares);
  const solved = solveSites(engine, factor, roots, timesVector(engine, K, shifts));
  const coefficients = shifts.map((nu, i) => nu - solved[i]);
  const mean = timesVector(engine, K, coefficients);

  const cavities = { mean: new Float64Array(n), variance: new Float64Array(n) };
  const image = { precision: new Float64Array(n), shift: new Float64Array(n) };
  let logEvidence = -halfLogDeterminant(factor);
  let residual = 0;
  for (let i = 0; i < n; i++) {
    const count = counts[i];
    const vc = variance[i] / ((count - 1 + shares[i]) / count);
    const mc = mean[i] - (vc * coefficients[i]) / count;
    if (!(vc > 0 && vc < Infinity && Number.isFinite(mc))) return undefined;
    const { value, slope, curvature } =
      weights[i] < 1
        ? poweredMean(likelihood, weights[i], signs[i] * mc, vc)
        : likelihood.logMeanWithSlopes(signs[i] * mc, vc);
    const d1 = signs[i] * slope;
    // The variance of likelihood times cavity, relative to the cavity's: above 0, below 1 for log-concave likelihoods.
    const ratio = 1 + vc * curvature;
    if (!(ratio > 0 && Number.isFinite(d1) && Number.isFinite(value))) return undefined;
    cavities.mean[i] = mc;
    cavities.variance[i] = vc;
    image.precision[i] = Math.max(0, -curvature / ratio);
    image.shift[i] = (d1 - mc * curvature) / ratio;
    const tau = sites.precision[i];
    const nu = sites.shift[i];
    const spread = 1 + tau * vc;
    const site = 0.5 * (Math.log1p(tau * vc) + (mc * (tau * mc - 2 * nu) - nu * nu * vc) / spread);
    logEvidence += count * (value + site) + 0.5 * shifts[i] * mean[i];
    residual = Math.max(
      residual,
      Math.abs(mc + vc * d1 - mean[i]) / Math.sqrt(variance[i]),
      Math.abs((vc * ratio) / variance[i] - 1),
    );
  }
  if (!(Number.isFinite(residual) && Number.isFinite(logEvidence))) return undefined;
  return {
    sites,
    factor,
    roots,
    inverse,
    coefficients,
    posterior: { mean, variance },
    cavities,
    logEvidence,
    image,
    residual,
  };
}

function factorIfPossible(engine: Engine, K: Matrix, roots: Float64Array): Matrix | undefined {
  try {
    return siteFactor(engine, K, roots);
  } catch (error) {
    if (error instanceof NumericalError) return undefined;
    throw error;
  }
}
