import { InputError } from "../errors.ts";
import { logSumExp } from "../numeric/index.ts";
import { paretoFit } from "./paretoFit.ts";

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
