import { InputError, type Warning } from "../errors.ts";
import { log1pExp } from "../numeric/logSumExp.ts";
import { sigmoid } from "../numeric/sigmoid.ts";
import { rowWeights } from "../evaluate/rowWeights.ts";

/** The curve P(+1) = 1/(1 + exp(−(slope · output + offset))) that turns a machine's outputs into probabilities. */
export interface CalibrationCurve {
  /** Never negative: a higher output never means a lower probability. */
  readonly slope: number;
  readonly offset: number;
  /** Covariance of (slope, offset), the inverse of Σ w p(1 − p) (f, 1)ᵀ(f, 1); a slope held at 0 has none. */
  readonly covariance: readonly [readonly [number, number], readonly [number, number]];
  /** The weighted cross-entropy with the smoothed targets, at these parameters. */
  readonly objective: number;
  readonly warnings: readonly Warning[];
}

/**
 * Smoothed targets, (N₊ + 1)/(N₊ + 2) for the positive rows and 1/(N₋ + 2) for the negative ones with N the mass of each:
 * what one should still believe after having seen every row of a side on that side. They keep the curve finite when the
 * outputs separate the classes. (J. Platt, *Probabilistic outputs for support vector machines*, 1999.)
 */
export function curveTargets(
  signs: ArrayLike<number>,
  weights?: ArrayLike<number>,
): { readonly positive: number; readonly negative: number } {
  const mass = rowWeights(signs.length, weights);
  let positive = 0;
  let negative = 0;
  for (let row = 0; row < signs.length; row++) {
    if (signs[row] === 1) positive += mass[row];
    else if (signs[row] === -1) negative += mass[row];
    else throw new InputError("invalid-sign", `A class sign must be 1 or −1; got ${signs[row]}.`, { row: row + 1 });
  }
  if (positive === 0 || negative === 0) {
    const missing = positive === 0 ? "positive" : "negative";
    throw new InputError("one-class", `A calibration curve needs rows of both classes; there is no ${missing} one.`);
  }
  return { positive: (positive + 1) / (positive + 2), negative: 1 / (negative + 2) };
}

/**
 * Fits the calibration curve to outputs of rows that the machine was not trained on (left out one at a time or in folds)
 * and their class signs. Outputs that do not order the classes, or order them the wrong way round, give slope 0, the base
 * rate as the probability of every row, and a warning. This is no mere repair: leaving out a row moves the mean of the
 * others against its label, so that a nearly constant model has leave-one-out outputs that separate the classes perfectly
 * in the wrong direction.
 */
export function fitCalibrationCurve(
  outputs: ArrayLike<number>,
  signs: ArrayLike<number>,
  weights?: ArrayLike<number>,
): CalibrationCurve {
  if (outputs.length !== signs.length) {
    throw new InputError("rows-differ", `There are ${outputs.length} outputs but ${signs.length} class signs.`);
  }
  const { positive, negative } = curveTargets(signs, weights);
  const targets = Float64Array.from(signs, (sign) => (sign === 1 ? positive : negative));
  return fitCurveToTargets(outputs, targets, weights);
}

/** The probability of the positive class that the curve gives to each output. */
export function applyCurve(
  { slope, offset }: Pick<CalibrationCurve, "slope" | "offset">,
  outputs: ArrayLike<number>,
): Float64Array {
  return Float64Array.from(outputs, (output) => sigmoid(slope * output + offset));
}

export interface CurveStart {
  readonly slope: number;
  readonly offset: number;
}

/** Newton needs six or seven steps from the flat curve; the bound is for outputs that nobody has thought of. */
const MAXIMUM_STEPS = 100;

/**
 * The same fit to targets τ that are given row by row, for curves that leave rows out (by weight 0) but keep the targets of
 * all rows. It minimizes the convex function Σ w [softplus(e) − τ e], e = slope · f + offset, over slope ≥ 0, by Newton
 * steps with halving on outputs standardized to mean 0 and deviation 1. `start` is a curve close by, for instance the one
 * of all rows.
 */
export function fitCurveToTargets(
  outputs: ArrayLike<number>,
  targets: ArrayLike<number>,
  weights?: ArrayLike<number>,
  start?: CurveStart,
): CalibrationCurve {
  const w = rowWeights(outputs.length, weights);
  const { mean, deviation } = moments(outputs, w);
  const z = Float64Array.from(outputs, (output) => (deviation > 0 ? (output - mean) / deviation : 0));

  // On the line slope = 0 the best probability is the mean target. The objective is convex, so the best slope is positive
  // exactly if the objective falls from there in the direction of the slope.
  const flat = { slope: 0, offset: logitOfMean(targets, w) };
  const slopeAtFlat = derivatives(z, targets, w, flat).gradient[0];
  if (deviation === 0 || slopeAtFlat >= 0) {
    return flatCurve(derivatives(z, targets, w, flat), flat.offset, deviation === 0);
  }

  let point: CurveStart =
    start === undefined ? flat : { slope: start.slope * deviation, offset: start.offset + start.slope * mean };
  let here = derivatives(z, targets, w, point);
  let outcome: Step["outcome"] = "moved";
  for (let step = 0; step < MAXIMUM_STEPS && outcome === "moved"; step++) {
    ({ point, here, outcome } = newtonStep(z, targets, w, point, here));
  }
  const slope = point.slope / deviation;
  const offset = point.offset - slope * mean;
  return {
    slope,
    offset,
    covariance: transformed(inverse(here.hessian), mean, deviation),
    objective: here.value,
    warnings: outcome === "settled" ? [] : [notSettled],
  };
}

const notSettled: Warning = {
  code: "curve-not-converged",
  message: "The calibration curve did not reach its optimum; its probabilities are approximate.",
};

/** Entries 11, 12 and 22 of a symmetric 2 × 2 matrix. */
type Symmetric = readonly [number, number, number];

interface Derivatives {
  readonly value: number;
  readonly gradient: readonly [number, number];
  readonly hessian: Symmetric;
}

function derivatives(
  z: Float64Array,
  targets: ArrayLike<number>,
  w: Float64Array,
  { slope, offset }: CurveStart,
): Derivatives {
  let value = 0;
  let g1 = 0;
  let g2 = 0;
  let h11 = 0;
  let h12 = 0;
  let h22 = 0;
  for (let row = 0; row < z.length; row++) {
    const e = slope * z[row] + offset;
    const p = sigmoid(e);
    // Both forms equal softplus(e) − τ e; each is free of cancellation on its side.
    value += w[row] * (e >= 0 ? (1 - targets[row]) * e + log1pExp(-e) : log1pExp(e) - targets[row] * e);
    const d = w[row] * (p - targets[row]);
    g1 += d * z[row];
    g2 += d;
    const q = w[row] * p * sigmoid(-e);
    h11 += q * z[row] * z[row];
    h12 += q * z[row];
    h22 += q;
  }
  return { value, gradient: [g1, g2], hessian: [h11, h12, h22] };
}

interface Step {
  readonly point: CurveStart;
  readonly here: Derivatives;
  /** "settled" at the minimum, "stuck" if no step leads down although the gradient says so. */
  readonly outcome: "moved" | "settled" | "stuck";
}

function newtonStep(
  z: Float64Array,
  targets: ArrayLike<number>,
  w: Float64Array,
  point: CurveStart,
  here: Derivatives,
): Step {
  const total = w.reduce((sum, value) => sum + value, 0);
  const [g1, g2] = here.gradient;
  if (largest(here.gradient) < 1e-12 * total) return { point, here, outcome: "settled" };

  const [i11, i12, i22] = inverse([here.hessian[0] + 1e-12, here.hessian[1], here.hessian[2] + 1e-12]);
  const d1 = -(i11 * g1 + i12 * g2);
  const d2 = -(i12 * g1 + i22 * g2);
  const descent = -(g1 * d1 + g2 * d2);
  // So close to the minimum that the fall drowns in the rounding of the value, the gradient decides alone.
  const drowned = descent <= 1e-11 * here.value;
  for (let length = 1; length > 1e-12; length /= 2) {
    const trial = { slope: point.slope + length * d1, offset: point.offset + length * d2 };
    const there = derivatives(z, targets, w, trial);
    const accepted = drowned
      ? largest(there.gradient) < largest(here.gradient)
      : there.value <= here.value - 1e-4 * length * descent;
    if (accepted) {
      const moved = length * largest([d1, d2]);
      return { point: trial, here: there, outcome: moved < 1e-10 ? "settled" : "moved" };
    }
    if (drowned) return { point, here, outcome: "settled" };
  }
  return { point, here, outcome: "stuck" };
}

function flatCurve({ value, hessian }: Derivatives, offset: number, isConstant: boolean): CalibrationCurve {
  const warning: Warning = isConstant
    ? {
        code: "constant-outputs",
        message: "The model gives every row the same output; all probabilities are the base rate.",
      }
    : {
        code: "outputs-without-information",
        message:
          "On rows left out of training, higher outputs do not go with the positive class; all probabilities are the base rate.",
      };
  return {
    slope: 0,
    offset,
    covariance: [
      [0, 0],
      [0, 1 / hessian[2]],
    ],
    objective: value,
    warnings: [warning],
  };
}

/** Weighted mean and deviation; the deviation is 0 if the outputs differ by no more than rounding. */
function moments(outputs: ArrayLike<number>, w: Float64Array): { mean: number; deviation: number } {
  let total = 0;
  let sum = 0;
  let magnitude = 0;
  for (let row = 0; row < outputs.length; row++) {
    if (!Number.isFinite(outputs[row])) {
      throw new InputError("not-finite", `An output must be a finite number; got ${outputs[row]}.`, { row: row + 1 });
    }
    total += w[row];
    sum += w[row] * outputs[row];
    if (w[row] > 0) magnitude = Math.max(magnitude, Math.abs(outputs[row]));
  }
  const mean = sum / total;
  let squares = 0;
  for (let row = 0; row < outputs.length; row++) squares += w[row] * (outputs[row] - mean) ** 2;
  const deviation = Math.sqrt(squares / total);
  if (deviation === Infinity) {
    throw new InputError("not-finite", `The outputs are too far apart to be computed with (up to ${magnitude}).`);
  }
  return { mean, deviation: deviation > 1e-13 * magnitude ? deviation : 0 };
}

function logitOfMean(targets: ArrayLike<number>, w: Float64Array): number {
  let positive = 0;
  let negative = 0;
  for (let row = 0; row < targets.length; row++) {
    positive += w[row] * targets[row];
    negative += w[row] * (1 - targets[row]);
  }
  return Math.log(positive / negative);
}

function inverse([a, b, c]: Symmetric): Symmetric {
  const determinant = a * c - b * b;
  return [c / determinant, -b / determinant, a / determinant];
}

function largest([a, b]: readonly [number, number]): number {
  return Math.max(Math.abs(a), Math.abs(b));
}

/** J C Jᵀ for slope = s/deviation, offset = o − s · mean/deviation, with C the covariance of (s, o). */
function transformed([a, b, c]: Symmetric, mean: number, deviation: number): CalibrationCurve["covariance"] {
  const shift = mean / deviation;
  const mixed = (b - shift * a) / deviation;
  return [
    [a / deviation ** 2, mixed],
    [mixed, c - 2 * shift * b + shift ** 2 * a],
  ];
}
