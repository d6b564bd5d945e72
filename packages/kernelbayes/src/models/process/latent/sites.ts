import type { Likelihood, LogMean } from "../../../likelihoods/likelihood.ts";
import type { LatentMoments, SignedRows } from "./latentApproximation.ts";
import type { SiteSystem, SolvedSites } from "./siteSystem.ts";
import { gaussLegendre, type QuadratureRule } from "../../../numeric/gaussLegendre.ts";

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

/** h(t) falls by t²/2 at least on both sides of its greatest value: what lies further away is below e⁻⁴². */
const reach = Math.sqrt(84);
const golden = (Math.sqrt(5) - 1) / 2;
const deepest = 40;
/** Margins between which likelihoods turn from 0 to 1, on their own scale, however wide the Gaussian is. */
const turns = [-100, -10, -1, 0, 1, 10, 100];
let rule: QuadratureRule | undefined;

/** ∫ e^h, ∫ u e^h, ∫ u² e^h. */
type Moments = readonly [zeroth: number, first: number, second: number];

/**
 * ln ∫ g(f)^w N(f; μ, v) df and its derivatives in μ for a power w between 0 and 1: what a row of weight w says, which is less
 * than a row. By adaptive Gauss–Legendre quadrature around the greatest value of the integrand, which is log-concave:
 *
 *     with t = (f − μ)/√v and E the mean under g(f)^w N(f; μ, v):  first derivative E[t]/√v,  second (Var[t] − 1)/v.
 */
export function poweredMean(likelihood: Likelihood, power: number, mean: number, variance: number): LogMean {
  const deviation = Math.sqrt(variance);
  const h = (t: number): number => power * likelihood.logProbability(mean + deviation * t) - 0.5 * t * t;
  const top = greatest(h);
  const height = h(top);
  const integrand = (u: number): number => Math.exp(h(top + u) - height);
  const inside = turns.map((margin) => (margin - mean) / deviation - top).filter((u) => Math.abs(u) < reach);
  const ends = [-reach, 0, ...inside, reach].toSorted((a, b) => a - b);
  let sums: Moments = [0, 0, 0];
  for (let k = 1; k < ends.length; k++) {
    const whole = moments(integrand, ends[k - 1], ends[k]);
    sums = added(sums, adaptive(integrand, ends[k - 1], ends[k], whole, deepest));
  }
  const zeroth = sums[0];
  const first = sums[1] / zeroth;
  const second = sums[2] / zeroth;
  return {
    value: height + Math.log(zeroth) - 0.5 * Math.log(2 * Math.PI),
    slope: (top + first) / deviation,
    curvature: Math.min(0, second - first * first - 1) / variance,
  };
}

/** About where h is greatest, t ≥ 0 since g rises; h may be −∞ to the left of it. */
function greatest(h: (t: number) => number): number {
  let to = 1;
  while (to < 1e9 && !(h(2 * to) < h(to))) to *= 2;
  let from = 0;
  to *= 2;
  for (let step = 0; step < 40; step++) {
    const width = golden * (to - from);
    if (h(from + width) < h(to - width)) to = from + width;
    else from = to - width;
  }
  return (from + to) / 2;
}

function moments(integrand: (u: number) => number, from: number, to: number): Moments {
  rule ??= gaussLegendre(16);
  const middle = (from + to) / 2;
  const half = (to - from) / 2;
  let [zeroth, first, second] = [0, 0, 0];
  for (let k = 0; k < rule.nodes.length; k++) {
    const u = middle + half * rule.nodes[k];
    const value = half * rule.weights[k] * integrand(u);
    zeroth += value;
    first += u * value;
    second += u * u * value;
  }
  return [zeroth, first, second];
}

/** Halves the interval until that changes the moments by less than 1e-13; the integrand is at most 1, its integral about 1. */
function adaptive(integrand: (u: number) => number, from: number, to: number, whole: Moments, depth: number): Moments {
  const middle = (from + to) / 2;
  const left = moments(integrand, from, middle);
  const right = moments(integrand, middle, to);
  const both = added(left, right);
  if (depth === 0 || both.every((value, k) => Math.abs(value - whole[k]) < 1e-13)) return both;
  const lower = adaptive(integrand, from, middle, left, depth - 1);
  const upper = adaptive(integrand, middle, to, right, depth - 1);
  return added(lower, upper);
}

function added(a: Moments, b: Moments): Moments {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}
