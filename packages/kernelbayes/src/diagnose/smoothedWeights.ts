import { InputError } from "../errors.ts";
import { logSumExp } from "../numeric/index.ts";

/** From fewer the shape of a tail cannot be told. */
const fewestExceedances = 5;

/** Weights that turn draws of the posterior into draws of what the posterior would be without one row. */
export interface SmoothedWeights {
  /** The logarithms of weights that sum to 1. */
  readonly logWeights: Float64Array;
  /**
   * k̂, the shape of the upper tail of the raw weights: below `reliableShape` the weights can be trusted, above 1 they are worth
   * nothing. ∞ where there were too few draws to tell, or too few different ones among the largest; −∞ where the largest weights are all equal.
   */
  readonly shape: number;
  /** 1/Σ w²: how many equal weights they are worth. */
  readonly effectiveSize: number;
}

/**
 * Pareto smoothed importance weights for leaving one row out, from the log likelihood L_s of that row under S draws. The raw
 * weights 1/p(y | θ_s) = exp(−L_s) may be carried by a few draws. The M largest of them, M = min(S/5, 3 √(S/r)), are replaced
 * by the quantiles of a generalized Pareto distribution fitted to them, and none is left above the largest raw one.
 *
 * **efficiency** r is what one draw is worth for the row's likelihood (`relativeEfficiency`); 1 for independent draws.
 *
 * Vehtari, Simpson, Gelman, Yao & Gabry, Pareto smoothed importance sampling, 2024.
 */
export function smoothedWeights(logLikelihood: Float64Array, efficiency = 1): SmoothedWeights {
  const S = logLikelihood.length;
  checkDraws(logLikelihood, efficiency);
  const smallest = logLikelihood.reduce((least, value) => Math.min(least, value), Infinity);
  const x = logLikelihood.map((value) => smallest - value); // log weights, the largest 0
  const M = Math.ceil(Math.min(S / 5, 3 * Math.sqrt(S / Math.min(efficiency, 1))));
  const shape = M < fewestExceedances ? Infinity : smoothLargest(x, M);
  const logTotal = logSumExp(x);
  const logWeights = x.map((value) => value - logTotal);
  return { logWeights, shape, effectiveSize: Math.exp(-logSumExp(logWeights.map((value) => 2 * value))) };
}

/** Up to this k̂ leave-one-out densities from S draws are reliable: min(1 − 1/log₁₀ S, 0.7). */
export function reliableShape(draws: number): number {
  return Math.min(1 - 1 / Math.log10(draws), 0.7);
}

/**
 * Replaces the M largest log weights, in their order, by quantiles of the distribution fitted to them; returns its shape. Of
 * weights that repeat themselves, as those of a sampler that refuses proposals do, some of the M may be equal to the threshold:
 * these are left as they are.
 */
function smoothLargest(x: Float64Array, M: number): number {
  const sorted = x.toSorted();
  const threshold = sorted[x.length - M - 1];
  if (sorted[x.length - M] === 0) return -Infinity; // all M are equal
  const base = Math.exp(threshold);
  const exceedanceAt = (place: number): number => {
    const excess = x[place] - threshold;
    return excess < 1 ? base * Math.expm1(excess) : Math.exp(x[place]) - base; // exp(x) − exp(u) without cancellation
  };
  const tail = placesWhere(x.length, (place) => exceedanceAt(place) > 0).toSorted((a, b) => x[a] - x[b] || a - b);
  if (tail.length < fewestExceedances) return Infinity;
  const { shape, scale } = paretoFit(Float64Array.from(tail, exceedanceAt));
  tail.forEach((place, l) => {
    const logSurvival = Math.log1p(-(l + 0.5) / tail.length);
    const quantile = shape === 0 ? -logSurvival : Math.expm1(-shape * logSurvival) / shape;
    x[place] = Math.min(Math.log(base + scale * quantile), 0);
  });
  return shape;
}

function placesWhere(length: number, holds: (place: number) => boolean): number[] {
  const places: number[] = [];
  for (let place = 0; place < length; place++) if (holds(place)) places.push(place);
  return places;
}

function checkDraws(logLikelihood: Float64Array, efficiency: number): void {
  if (logLikelihood.length === 0) throw new RangeError("At least one draw is needed; got none.");
  if (!(efficiency > 0)) throw new RangeError(`The efficiency of a draw must be above 0; got ${efficiency}.`);
  const at = logLikelihood.findIndex((value) => !Number.isFinite(value));
  if (at >= 0) {
    throw new InputError(
      "not-finite",
      `The log likelihood under draw ${at + 1} is ${logLikelihood[at]}; it must be finite.`,
    );
  }
}

/** A generalized Pareto distribution of what exceeds a threshold: P(exceedance > e) = (1 + k e/σ)^(−1/k). */
export interface ParetoFit {
  /** k, drawn towards ½ by the weight of ten observations: the heavier the tail, the larger. Moments of order 1/k and above do not exist. */
  readonly shape: number;
  /** k as the exceedances have it. */
  readonly rawShape: number;
  /** σ. */
  readonly scale: number;
}

/**
 * Fits a generalized Pareto distribution to exceedances, given in ascending order: the mean of the profile posterior of
 * b = −k/σ under a prior that is made of the data, by a sum over 30 + √M points. Never fails to converge, as the likelihood may.
 *
 *     b_j = 1/e_M + (1 − √(m/(j − ½))) / (3 e_q),    k(b) = mean log(1 − b e),    log L_j = M (log(−b_j/k_j) − k_j − 1)
 *
 * for j = 1 … m, with e_q the first quartile.
 *
 * Zhang & Stephens, A new and efficient estimation method for the generalized Pareto distribution, 2009; the correction of k is
 * that of Vehtari, Simpson, Gelman, Yao & Gabry, Pareto smoothed importance sampling, 2024.
 */
export function paretoFit(exceedances: Float64Array): ParetoFit {
  const M = exceedances.length;
  const largest = exceedances[M - 1];
  if (!(exceedances[0] > 0 && largest < Infinity)) {
    throw new RangeError(
      `Exceedances are finite and above 0; the first and the last of ${M} are ${exceedances[0]} and ${largest}.`,
    );
  }
  const quartile = exceedances[Math.max(Math.floor(M / 4 + 0.5) - 1, 0)];
  const mean = exceedances.reduce((sum, value) => sum + value, 0) / M;
  const shapeAt = (b: number): number => exceedances.reduce((sum, value) => sum + Math.log1p(-b * value), 0) / M;
  const scaleAt = (b: number, k: number): number => (b === 0 ? mean : -k / b);

  const m = 30 + Math.floor(Math.sqrt(M));
  const points = Float64Array.from(
    { length: m },
    (_, j) => 1 / largest + (1 - Math.sqrt(m / (j + 0.5))) / (3 * quartile),
  );
  const logProfiles = points.map((b) => {
    const k = shapeAt(b);
    return M * (-Math.log(scaleAt(b, k)) - k - 1);
  });
  const logTotal = logSumExp(logProfiles);
  const b = points.reduce((sum, point, j) => sum + point * Math.exp(logProfiles[j] - logTotal), 0);
  const rawShape = shapeAt(b);
  return { shape: (M * rawShape + 5) / (M + 10), rawShape, scale: scaleAt(b, rawShape) };
}
