import { matrix, type Matrix } from "../engine/matrix.ts";
import { row } from "../matrix/row.ts";
import { logSoftmaxInPlace } from "../numeric/logSumExp.ts";
import type { FittedScoreCurve } from "./scoreCurve.ts";

/** Halvings of the interval of slopes: to the last digits. */
const halvings = 50;

/**
 * The curve for scores log π_c + log density_c where a class has no test, so that its offset cannot be fitted:
 *
 *     p_c ∝ π_c density_cˢ,   0 ≤ s ≤ 1,
 *
 * a score curve of slope s and offsets (1 − s) log π_c. Without a test of every class scores are never sharpened. s is the most
 * probable under the prior of mean and deviation one. `sizes` are the weights of the classes, to which π is proportional.
 */
export function fitTemperedCurve(
  scores: Matrix,
  classes: Int32Array,
  weights: Float64Array,
  sizes: Float64Array,
): FittedScoreCurve {
  const C = scores.columns;
  const flat = frequencyCurve(sizes);
  const logShares = flat.offsets;
  const densities = { ...scores, data: scores.data.map((score, at) => score - logShares[at % C]) };
  /** The derivative of the objective and its curvature. */
  const steepness = (slope: number): readonly [number, number] => {
    let gradient = slope - 1;
    let curvature = 1;
    for (let i = 0; i < densities.rows; i++) {
      const own = row(densities, i);
      const logs = own.map((value, c) => slope * value + logShares[c]);
      logSoftmaxInPlace(logs);
      const mean = own.reduce((sum, value, c) => sum + Math.exp(logs[c]) * value, 0);
      gradient += weights[i] * (mean - own[classes[i]]);
      curvature += weights[i] * own.reduce((sum, value, c) => sum + Math.exp(logs[c]) * (value - mean) ** 2, 0);
    }
    return [gradient, curvature];
  };
  const slope = rootWithin((at) => steepness(at)[0]);
  const variance = slope > 0 ? 1 / steepness(slope)[1] : 0;
  /** How slope and offsets move with s. */
  const lean = logShares.map((log, c) => (c === 0 ? 1 : -log));
  const covariance = matrix(C, C);
  for (let k = 0; k < C; k++) {
    for (let l = 0; l < C; l++) {
      covariance.data[k * C + l] = variance * lean[k] * lean[l] + (1 - slope) ** 2 * flat.covariance.data[k * C + l];
    }
  }
  return { slope, offsets: logShares.map((log) => (1 - slope) * log), covariance, converged: true };
}

/** The curve that gives every row the class frequencies, for classes whose rows weigh so much. */
export function frequencyCurve(sizes: Float64Array): FittedScoreCurve {
  const C = sizes.length;
  const covariance = matrix(C, C);
  for (let k = 1; k < C; k++) {
    for (let l = 1; l < C; l++) covariance.data[k * C + l] = 1 / sizes[0] + (k === l ? 1 / sizes[k] : 0);
  }
  return { slope: 0, offsets: sizes.map((size) => Math.log(size / sizes[0])), covariance, converged: true };
}

/** Where an increasing function crosses zero between 0 and 1, or the end that is next to it. */
function rootWithin(f: (x: number) => number): number {
  if (f(1) <= 0) return 1;
  if (f(0) >= 0) return 0;
  let [low, high] = [0, 1];
  for (let k = 0; k < halvings; k++) {
    const middle = (low + high) / 2;
    if (f(middle) < 0) low = middle;
    else high = middle;
  }
  return high;
}
