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

/** The interval σ(logit ± z · deviation), z the normal quantile of the level. A deviation without bound gives [0, 1]. */
export function logitInterval(logit: number, deviation: number, level: number): readonly [number, number] {
  if (deviation === Infinity) return [0, 1];
  const half = normalQuantile(0.5 + level / 2) * deviation;
  return [sigmoid(logit - half), sigmoid(logit + half)];
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
