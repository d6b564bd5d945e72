import { curveTargets } from "../../evaluate/calibrationCurve.ts";
import { logit } from "../../numeric/sigmoid.ts";

/** What the curves of one two-class problem share. */
export interface CurveProblem {
  readonly signs: Float64Array;
  readonly weights: Float64Array;
  /** Smoothed targets of the positive and of the negative rows. */
  readonly positive: number;
  readonly negative: number;
  /** Weight of each side. */
  readonly mass: { readonly positive: number; readonly negative: number };
}

export function curveProblem(signs: Float64Array, weights: Float64Array): CurveProblem {
  let positiveMass = 0;
  let total = 0;
  signs.forEach((sign, i) => {
    total += weights[i];
    if (sign > 0) positiveMass += weights[i];
  });
  return {
    signs,
    weights,
    ...curveTargets(signs, weights),
    mass: { positive: positiveMass, negative: total - positiveMass },
  };
}

export interface SearchedCurve {
  readonly slope: number;
  readonly offset: number;
  /** Mean cross-entropy with the smoothed targets. */
  readonly loss: number;
}

const mostSteps = 25;

/**
 * The calibration curve of `fitCalibrationCurve`, to the accuracy that a search among many candidates needs: Newton steps
 * from the curve of two Gaussian classes, until a step promises less than 1e-8 a unit of weight. Where the best slope would be
 * negative it is 0 and the loss that of the class shares.
 */
export function searchCurve(
  { signs, weights, positive, negative, mass }: CurveProblem,
  outputs: Float64Array,
  tolerance = 1e-8,
): SearchedCurve {
  const n = outputs.length;
  const total = mass.positive + mass.negative;
  let above = 0;
  let below = 0;
  for (let i = 0; i < n; i++) {
    if (signs[i] > 0) above += weights[i] * outputs[i];
    else below += weights[i] * outputs[i];
  }
  above /= mass.positive;
  below /= mass.negative;
  let within = 0;
  for (let i = 0; i < n; i++) within += weights[i] * (outputs[i] - (signs[i] > 0 ? above : below)) ** 2;
  within /= total;
  const base = (mass.positive * positive + mass.negative * negative) / total;
  const flat: SearchedCurve = {
    slope: 0,
    offset: logit(base),
    loss: -(base * Math.log(base) + (1 - base) * Math.log(1 - base)),
  };
  // The objective is convex, and falls from the flat curve towards positive slopes exactly if the class means say so.
  if (!(above > below)) return flat;
  const unit = Math.sqrt(within) || 1;
  // In units of the deviation within the classes, around the middle of the class means.
  const middle = (above + below) / 2;
  const distance = (above - below) / unit;
  // Between classes far apart no curve is steeper than the one that gives the class means their targets.
  const range = logit(positive) - logit(negative);
  const isFar = distance * distance > range;
  let slope = isFar ? range / distance : distance;
  let offset = isFar ? (logit(positive) + logit(negative)) / 2 : Math.log(mass.positive / mass.negative);
  let best = Infinity;
  let [bestSlope, bestOffset] = [slope, offset];
  let [stepSlope, stepOffset] = [0, 0];
  for (let step = 0; step < mostSteps; step++) {
    let value = 0;
    let g1 = 0;
    let g2 = 0;
    let h11 = 0;
    let h12 = 0;
    let h22 = 0;
    for (let i = 0; i < n; i++) {
      const f = (outputs[i] - middle) / unit;
      const e = slope * f + offset;
      const tail = Math.exp(e >= 0 ? -e : e);
      const small = tail / (1 + tail);
      const p = e >= 0 ? 1 - small : small;
      const target = signs[i] > 0 ? positive : negative;
      const w = weights[i];
      value += w * (Math.log(1 + tail) + (e >= 0 ? (1 - target) * e : -target * e));
      const d = w * (p - target);
      const q = w * small * (1 - small);
      g1 += d * f;
      g2 += d;
      h11 += q * f * f;
      h12 += q * f;
      h22 += q;
    }
    if (value > best + 1e-12 * Math.abs(best)) {
      // Too far: a quarter of the last step.
      stepSlope /= 4;
      stepOffset /= 4;
      slope = bestSlope - stepSlope;
      offset = bestOffset - stepOffset;
      continue;
    }
    [best, bestSlope, bestOffset] = [value, slope, offset];
    const determinant = h11 * h22 - h12 * h12;
    stepSlope = (h22 * g1 - h12 * g2) / determinant;
    stepOffset = (h11 * g2 - h12 * g1) / determinant;
    // Half of this is what a step promises to gain.
    const decrement = g1 * stepSlope + g2 * stepOffset;
    if (!(decrement > tolerance * total)) break;
    slope = bestSlope - stepSlope;
    offset = bestOffset - stepOffset;
  }
  if (!(bestSlope > 0)) return flat;
  return { slope: bestSlope / unit, offset: bestOffset - (bestSlope * middle) / unit, loss: best / total };
}
