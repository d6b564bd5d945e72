import type { Matrix } from "../engine/matrix.ts";
import { row } from "../matrix/row.ts";
import { applyScoreCurve, type ScoreCurve } from "./scoreCurve.ts";

/** Halvings of the interval of slopes: to the last digits. */
const halvings = 30;

/** What one deviation costs, in nats. */
const ofOneDeviation = 0.5;

/**
 * The deviation of a curve's slope upward. Where held-out scores separate the classes a steeper curve explains them as well, and
 * its curvature at the optimum says nothing about how much steeper it may be: the slope may rise until the loss of the tests has
 * risen as by one deviation, but not beyond one, at which the scores are taken at their word. Never less than what the curve's
 * covariance says.
 */
export function slopeUpward(curve: ScoreCurve, scores: Matrix, classes: Int32Array, weights: Float64Array): number {
  const ofCovariance = Math.sqrt(Math.max(0, curve.covariance.data[0]));
  const lossAt = (step: number): number => {
    const steeper = { slope: curve.slope + step, offsets: curve.offsets };
    let loss = 0;
    for (let i = 0; i < scores.rows; i++) loss -= weights[i] * applyScoreCurve(steeper, row(scores, i))[classes[i]];
    return loss;
  };
  const room = 1 - curve.slope;
  if (!(room > ofCovariance)) return ofCovariance;
  const limit = lossAt(0) + ofOneDeviation;
  if (lossAt(room) <= limit) return room;
  let [low, high] = [0, room];
  for (let k = 0; k < halvings; k++) {
    const middle = (low + high) / 2;
    if (lossAt(middle) <= limit) low = middle;
    else high = middle;
  }
  return Math.max(ofCovariance, low);
}
