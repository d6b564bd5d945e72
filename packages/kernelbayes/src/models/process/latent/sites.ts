import type { Likelihood } from "../../../likelihoods/likelihood.ts";
import type { LatentMoments, SignedRows } from "./latentApproximation.ts";
import { poweredMean } from "./poweredMean.ts";
import type { SiteSystem, SolvedSites } from "./siteSystem.ts";

/**
 * Gaussian sites exp(−½ τ f² + ν f), of which a row of weight w carries max(1, w) equal ones: one for each unit of its
 * weight, each in place of g, and where w is below 1 one in place of g^w. (So a row of weight w is w rows: power expectation
 * propagation with the power 1/w.)
 */
export interface Sites {
  /** τ, of each of a row's sites. */
  readonly precision: Float64Array;
  /** ν, of each of a row's sites. */
  readonly shift: Float64Array;
}

/** What given sites make of a kernel matrix, and the sites that follow from them. */
export interface Sweep extends Pick<SolvedSites, "factor" | "slopeWeights"> {
  /** Those given, with the means at rest. */
  readonly sites: Sites;
  /** Square roots of the precisions of all sites of each row. */
  readonly roots: Float64Array;
  /** b, with mean K b. */
  readonly coefficients: Float64Array;
  readonly posterior: LatentMoments;
  /** Without one site of each row. */
  readonly cavities: LatentMoments;
  readonly logEvidence: number;
  /** The sites that match the moments of likelihood and cavity, or the given share of the way there. */
  readonly towards: (step: number) => Sites;
  /** How far the moments are from those of the posterior: in mean, in units of its deviation, and in relative variance. */
  readonly residual: number;
}

/** The cavities of given means and what the likelihood makes of them. */
interface Matching {
  readonly mean: Float64Array;
  readonly coefficients: Float64Array;
  readonly cavityMean: Float64Array;
  readonly logMeans: Float64Array;
  /** d₁ and d₂ in μ_c. */
  readonly slopes: Float64Array;
  readonly curvatures: Float64Array;
  /** Mismatch of the means, in units of the posterior deviation. */
  readonly mismatch: number;
  /** Relative mismatch of the variances. */
  readonly spread: number;
}

const mostMeanSteps = 10;
/** Means are at rest where their mismatch is below this share of that of the variances, which the next sweep changes. */
const meansShare = 0.1;

/**
 * One parallel sweep of expectation propagation, which takes one solution for the sites:
 *
 *     B = I + S K S,   b = ν − S B⁻¹ S K ν,   μ = K b,   v_i = (1 − [B⁻¹]_ii)/s_i²      (sums over the sites of a row)
 *     v_c = v/(1 − k (1 − [B⁻¹]_ii)),   μ_c = μ − k v_c b_i                             (k = 1/max(1, w), one site less)
 *     d₁, d₂ slopes of ln Ẑ = ln E g in μ_c,   new τ = −d₂/(1 + v_c d₂),   new ν = (d₁ − μ_c d₂)/(1 + v_c d₂)
 *
 * without a difference of reciprocals, so that neither small nor huge precisions lose digits. With the variances as they are
 * the means are first brought to rest, k b = d₁(μ_c), by Newton steps with the factor at hand,
 *
 *     δb = −(ρ − S B⁻¹ S K ρ),   ρ = (b − d₁/k)/(1 + v_c d₂),
 *
 * which cost O(n²); the shifts ν = b + τ μ follow. That leaves the variances for the sweeps to settle, and takes a third of
 * them (variances apart from means: Seeger & Nickisch 2011). Undefined where a number is not finite or no factor exists.
 */
export function sweep(
  system: SiteSystem,
  rows: SignedRows,
  likelihood: Likelihood,
  { precision, shift: given }: Sites,
): Sweep | undefined {
  const n = precision.length;
  const counts = rows.weights.map((w) => Math.max(1, w));
  const precisions = precision.map((tau, i) => counts[i] * tau);
  const roots = precisions.map(Math.sqrt);
  const solved = system.solved(roots);
  if (solved === undefined) return undefined;
  const { shares, variance, reduced, factor, slopeWeights } = solved;
  const cavityVariance = variance.map((v, i) => v / ((counts[i] - 1 + shares[i]) / counts[i]));
  if (!cavityVariance.every((v) => v > 0 && v < Infinity)) return undefined;

  const matched = (coefficients: Float64Array, mean: Float64Array): Matching | undefined =>
    matching(rows, counts, likelihood, variance, cavityVariance, coefficients, mean);
  const first = reduced(given.map((nu, i) => counts[i] * nu));
  let now = matched(first, system.times(first));
  for (let step = 0; step < mostMeanSteps && now !== undefined; step++) {
    const { coefficients, mean, slopes, curvatures, mismatch } = now;
    const rho = coefficients.map((b, i) => (b - counts[i] * slopes[i]) / (1 + cavityVariance[i] * curvatures[i]));
    const direction = reduced(rho);
    const moved = system.times(direction);
    const next = matched(
      coefficients.map((b, i) => b - direction[i]),
      mean.map((m, i) => m - moved[i]),
    );
    if (next === undefined || !(next.mismatch < mismatch)) break;
    now = next;
    if (next.mismatch > 0.5 * mismatch || next.mismatch < Math.max(1e-12, meansShare * next.spread)) break;
  }
  if (now === undefined) return undefined;

  const { mean, coefficients, cavityMean, logMeans, slopes, curvatures, mismatch, spread } = now;
  const shift = coefficients.map((b, i) => b / counts[i] + precision[i] * mean[i]);
  let logEvidence = -solved.halfLogDeterminant;
  const residual = Math.max(mismatch, spread);
  for (let i = 0; i < n; i++) {
    const vc = cavityVariance[i];
    const mc = cavityMean[i];
    const tau = precision[i];
    const nu = shift[i];
    const site = 0.5 * (Math.log1p(tau * vc) + (mc * (tau * mc - 2 * nu) - nu * nu * vc) / (1 + tau * vc));
    logEvidence += counts[i] * (logMeans[i] + site + 0.5 * nu * mean[i]);
  }
  if (!(Number.isFinite(residual) && Number.isFinite(logEvidence))) return undefined;
  return {
    sites: { precision, shift },
    roots,
    coefficients,
    posterior: { mean, variance },
    cavities: { mean: cavityMean, variance: cavityVariance },
    logEvidence,
    residual,
    factor,
    slopeWeights,
    towards(step) {
      const next = { precision: new Float64Array(n), shift: new Float64Array(n) };
      for (let i = 0; i < n; i++) {
        const ratio = 1 + cavityVariance[i] * curvatures[i];
        const b = coefficients[i] / counts[i];
        const tau = precision[i] + step * (Math.max(0, -curvatures[i] / ratio) - precision[i]);
        next.precision[i] = tau;
        // With the mean as it is, and the part of a Newton step that it still asks for; at step 1 this is (d₁ − μ_c d₂)/(1 + v_c d₂).
        next.shift[i] = b + tau * mean[i] + (step * (slopes[i] - b)) / ratio;
      }
      return next;
    },
  };
}

/** Undefined where a moment is not finite. */
function matching(
  { signs, weights }: SignedRows,
  counts: Float64Array,
  likelihood: Likelihood,
  variance: Float64Array,
  cavityVariance: Float64Array,
  coefficients: Float64Array,
  mean: Float64Array,
): Matching | undefined {
  const n = mean.length;
  const cavityMean = new Float64Array(n);
  const logMeans = new Float64Array(n);
  const slopes = new Float64Array(n);
  const curvatures = new Float64Array(n);
  let mismatch = 0;
  let spread = 0;
  for (let i = 0; i < n; i++) {
    const vc = cavityVariance[i];
    const mc = mean[i] - (vc * coefficients[i]) / counts[i];
    if (!Number.isFinite(mc)) return undefined;
    const { value, slope, curvature } =
      weights[i] < 1
        ? poweredMean(likelihood, weights[i], signs[i] * mc, vc)
        : likelihood.logMeanWithSlopes(signs[i] * mc, vc);
    // The variance of likelihood times cavity in units of the cavity's lies between 0 and 1 for log-concave likelihoods.
    if (!(1 + vc * curvature > 0 && Number.isFinite(slope) && Number.isFinite(value))) return undefined;
    cavityMean[i] = mc;
    logMeans[i] = value;
    slopes[i] = signs[i] * slope;
    curvatures[i] = curvature;
    mismatch = Math.max(mismatch, Math.abs(mc + vc * slopes[i] - mean[i]) / Math.sqrt(variance[i]));
    spread = Math.max(spread, Math.abs((vc * (1 + vc * curvature)) / variance[i] - 1));
  }
  return { mean, coefficients, cavityMean, logMeans, slopes, curvatures, mismatch, spread };
}
