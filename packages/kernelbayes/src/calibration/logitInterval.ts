import { normalQuantile } from "../numeric/normalCdf.ts";
import { sigmoid } from "../numeric/sigmoid.ts";
import type { NumericPrediction } from "../posterior/numericPosterior.ts";

/**
 * Deviations of the logits log p_c/(1 − p_c) of one row by the delta method. The gradient of logit c is 1 in score c and
 * −p_k/(1 − p_c) in the others, a contrast of the scores, whose `variance` is asked for. `logRest` holds log(1 − p_c).
 */
export function logitDeviations(
  logProbabilities: Float64Array,
  logRest: Float64Array,
  variance: (contrast: Float64Array) => number,
): Float64Array {
  return logProbabilities.map((_, c) => {
    const contrast = logProbabilities.map((log, k) => (k === c ? 1 : -Math.exp(log - logRest[c])));
    const deviation = Math.sqrt(variance(contrast));
    return Number.isNaN(deviation) ? Infinity : deviation;
  });
}

/** Deviations of a logit downward and upward. */
export interface TwoSided {
  readonly below: number;
  readonly above: number;
}

/** A deviation that counts on both sides, as one for each. */
export function bothSides(deviation: number | TwoSided): TwoSided {
  return typeof deviation === "number" ? { below: deviation, above: deviation } : deviation;
}

/** One deviation for both sides, √(½ (below² + above²)). */
export function meanDeviation({ below, above }: TwoSided): number {
  return below === above ? below : Math.hypot(below, above) * Math.SQRT1_2;
}

/** One deviation towards 0 and another away from it, for a quantity of that sign. */
export function sidesOf(sign: number, inward: number, outward: number): TwoSided {
  return sign > 0 ? { below: inward, above: outward } : { below: outward, above: inward };
}

/** Deviations of a logit of which that towards even odds counts with a share (see `widthAllowed`). */
export function allowedSides(logit: number, { below, above }: TwoSided, share: number): TwoSided {
  return logit > 0 ? { below: share * below, above } : { below, above: share * above };
}

/**
 * The interval from σ(logit − z · below) to σ(logit + z · above), z the normal quantile of the level; one deviation counts on both
 * sides. A deviation without bound gives the end 0 or 1.
 */
export function logitInterval(logit: number, deviation: number | TwoSided, level: number): readonly [number, number] {
  const { below, above } = bothSides(deviation);
  const z = normalQuantile(0.5 + level / 2);
  return [below === Infinity ? 0 : sigmoid(logit - z * below), above === Infinity ? 1 : sigmoid(logit + z * above)];
}

/**
 * Puts the log probability of a class, the logit behind it with its deviation, and the ends of its interval, moved out to the
 * probability where that lies beyond, into the place `at` of a prediction.
 */
export function putLogitInPlace(
  { logProbabilities, lower, upper, latentMean, latentDeviation }: NumericPrediction,
  at: number,
  logProbability: number,
  logit: number,
  deviation: number,
  [low, high]: readonly [number, number],
): void {
  const probability = Math.exp(logProbability);
  logProbabilities.data[at] = logProbability;
  lower.data[at] = Math.min(low, probability);
  upper.data[at] = Math.max(high, probability);
  latentMean.data[at] = logit;
  latentDeviation.data[at] = deviation;
}

/** Means and variances of a latent quantity at new rows. */
export interface LatentMoments {
  readonly mean: Float64Array;
  readonly variance: Float64Array;
}
