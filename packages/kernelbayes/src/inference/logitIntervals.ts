import type { Matrix } from "../engine/matrix.ts";
import { normalQuantile } from "../numeric/normalQuantile.ts";
import { sigmoid } from "../numeric/sigmoid.ts";

/**
 * Deviations of the logits log p_c/(1 − p_c) of one row by the delta method, from the covariance of its class scores: the
 * gradient of logit c is 1 in score c and −p_k/(1 − p_c) in the others. `logRest` holds log(1 − p_c).
 */
export function logitDeviations(
  logProbabilities: Float64Array,
  logRest: Float64Array,
  covariance: Matrix,
): Float64Array {
  const C = covariance.rows;
  const gradient = new Float64Array(C);
  return logProbabilities.map((_, c) => {
    for (let k = 0; k < C; k++) gradient[k] = k === c ? 1 : -Math.exp(logProbabilities[k] - logRest[c]);
    let variance = 0;
    for (let k = 0; k < C; k++) {
      for (let l = 0; l < C; l++) variance += gradient[k] * gradient[l] * covariance.data[k * C + l];
    }
    return Math.sqrt(Math.max(0, variance));
  });
}

/** The interval σ(logit ± z · deviation), z the normal quantile of the level. A deviation without bound gives [0, 1]. */
export function logitInterval(logit: number, deviation: number, level: number): readonly [number, number] {
  if (!(deviation < Infinity)) return [0, 1];
  const half = normalQuantile(0.5 + level / 2) * deviation;
  return [sigmoid(logit - half), sigmoid(logit + half)];
}
