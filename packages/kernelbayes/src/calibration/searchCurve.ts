import { curveTargets } from "./calibrationCurve.ts";
import { logit } from "../numeric/sigmoid.ts";

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

/** The loss that no outputs can fall short of: the cross-entropy of the smoothed targets with themselves. */
export function leastLoss({ positive, negative, mass }: CurveProblem): number {
  return (mass.positive * entropy(positive) + mass.negative * entropy(negative)) / (mass.positive + mass.negative);
}

function entropy(p: number): number {
  return -(p * Math.log(p) + (1 - p) * Math.log(1 - p));
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
 * from the curve of two Gaussian classes, until a step promises less than half the tolerance a unit of weight. Where the best
 * slope would be negative it is 0 and the loss that of the class shares.
 */
export function searchCurve(problem: CurveProblem, outputs: Float64Array, tolerance = 1e-6): SearchedCurve {
  const { positive, negative, mass } = problem;
  const { above, below, within } = classMoments(problem, outputs);
  // The objective is convex, and falls from the flat curve towards positive slopes exactly if the class means say so.
  if (!(above > below)) return flatCurve(problem);
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
  const scale = 1 / unit;
  const total = mass.positive + mass.negative;
  const sums = new Float64Array(5);
  for (let step = 0; step < mostSteps; step++) {
    const value = sumAt(problem, outputs, middle, scale, slope, offset, sums);
    const [g1, g2, h11, h12, h22] = [sums[0], sums[1], sums[2], sums[3], sums[4]];
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
    const decrement = g1 * stepSlope + g2 * stepOffset;
    slope = bestSlope - stepSlope;
    offset = bestOffset - stepOffset;
    if (!(decrement > tolerance * total)) {
      // The last step is taken on trust, with the gain that it promises: what that leaves out is of a higher order.
      if (decrement > 0) [best, bestSlope, bestOffset] = [value - decrement / 2, slope, offset];
      break;
    }
  }
  if (!(bestSlope > 0)) return flatCurve(problem);
  return { slope: bestSlope / unit, offset: bestOffset - (bestSlope * middle) / unit, loss: best / total };
}

function flatCurve({ positive, negative, mass }: CurveProblem): SearchedCurve {
  const base = (mass.positive * positive + mass.negative * negative) / (mass.positive + mass.negative);
  return { slope: 0, offset: logit(base), loss: entropy(base) };
}

/** The mean output of each class, and the variance within the classes. */
function classMoments(
  { signs, weights, mass }: CurveProblem,
  outputs: Float64Array,
): { readonly above: number; readonly below: number; readonly within: number } {
  let above = 0;
  let below = 0;
  for (let i = 0; i < outputs.length; i++) {
    if (signs[i] > 0) above += weights[i] * outputs[i];
    else below += weights[i] * outputs[i];
  }
  above /= mass.positive;
  below /= mass.negative;
  let within = 0;
  for (let i = 0; i < outputs.length; i++) within += weights[i] * (outputs[i] - (signs[i] > 0 ? above : below)) ** 2;
  return { above, below, within: within / (mass.positive + mass.negative) };
}

const largestProduct = 1e300;

/**
 * The objective at a curve of (output − middle) · scale, a sum over the rows. Its derivatives go `into` room for g₁, g₂, h₁₁, h₁₂, h₂₂.
 */
function sumAt(
  { signs, weights, positive, negative }: CurveProblem,
  outputs: Float64Array,
  middle: number,
  scale: number,
  slope: number,
  offset: number,
  into: Float64Array,
): number {
  let value = 0;
  // Logarithms are taken of products of many factors between 1 and 2 rather than of each factor.
  let product = 1;
  let g1 = 0;
  let g2 = 0;
  let h11 = 0;
  let h12 = 0;
  let h22 = 0;
  for (let i = 0; i < outputs.length; i++) {
    const f = (outputs[i] - middle) * scale;
    const e = slope * f + offset;
    const tail = Math.exp(e >= 0 ? -e : e);
    const small = tail / (1 + tail);
    const p = e >= 0 ? 1 - small : small;
    const target = signs[i] > 0 ? positive : negative;
    const w = weights[i];
    value += w * (e >= 0 ? (1 - target) * e : -target * e);
    if (w !== 1) value += w * Math.log(1 + tail);
    else {
      product *= 1 + tail;
      if (product > largestProduct) {
        value += Math.log(product);
        product = 1;
      }
    }
    const d = w * (p - target);
    const q = w * small * (1 - small);
    g1 += d * f;
    g2 += d;
    h11 += q * f * f;
    h12 += q * f;
    h22 += q;
  }
  into[0] = g1;
  into[1] = g2;
  into[2] = h11;
  into[3] = h12;
  into[4] = h22;
  return value + Math.log(product);
}
