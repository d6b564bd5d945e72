import { InputError, type Warning } from "../errors.ts";
import { curveSpread, type CurveSpread } from "./curveSpread.ts";
import { fitIncreasing, increasingObjective, inOwnUnits, inverseOfFree } from "./fitIncreasing.ts";
import { sigmoid } from "../numeric/sigmoid.ts";
import type { Curvature } from "../optimize/projectedNewton.ts";
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

/** The smoothed target of each row. */
export function rowTargets(signs: ArrayLike<number>, weights?: ArrayLike<number>): Float64Array {
  const { positive, negative } = curveTargets(signs, weights);
  return Float64Array.from(signs, (sign) => (sign === 1 ? positive : negative));
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
  return fitCurveToTargets(outputs, rowTargets(signs, weights), weights);
}

/** The probability of the positive class that the curve gives to each output. */
export function applyCurve({ slope, offset }: CurveStart, outputs: ArrayLike<number>): Float64Array {
  return Float64Array.from(outputs, (output) => sigmoid(slope * output + offset));
}

export type CurveStart = Pick<CalibrationCurve, "slope" | "offset">;

/**
 * The same fit to targets τ that are given row by row, for curves that leave rows out (by weight 0) but keep the targets of
 * all rows. It minimizes the convex function Σ w [softplus(e) − τ e], e = slope · f + offset, over slope ≥ 0,
 * on outputs standardized to mean 0 and deviation 1. `start` is a curve close by, for instance the one
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

  const regression = { functions: [z, new Float64Array(z.length).fill(1)], targets, weights: w };

  // On the line slope = 0 the best probability is the mean target. The objective is convex, so the best slope is positive
  // exactly if the objective falls from there in the direction of the slope.
  const flat = Float64Array.of(0, logitOfMean(targets, w));
  const atFlat = increasingObjective(regression)(flat);
  if (deviation === 0 || atFlat.gradient[0] >= 0) return flatCurve(atFlat, flat[1], deviation === 0);

  const begin = start ? [start.slope * deviation, start.offset + start.slope * mean] : flat;
  const { point, value, hessian, converged } = fitIncreasing(regression, begin);
  const slope = point[0] / deviation;
  const [first, second] = inOwnUnits(inverseOfFree(hessian, [false, false]), deviation, [-mean]);
  return {
    slope,
    offset: point[1] - slope * mean,
    covariance: [
      [first[0], first[1]],
      [second[0], second[1]],
    ],
    objective: value,
    warnings: converged ? [] : [notConverged],
  };
}

/** Outputs at which deviations are kept: the mean, and so many deviations of the outputs from it on both sides. */
const spreadSteps = [0.25, 0.5, 1, 1.5, 2, 3, 5, 8] as const;
const spreadPlaces = Float64Array.from([...spreadSteps.map((step) => -step).toReversed(), 0, ...spreadSteps]);

/** How uncertain the logits of a curve are on each side, from all curves that explain its outputs nearly as well (see `curveSpread`); undefined where the outputs do not differ. */
export function calibrationSpread(
  outputs: ArrayLike<number>,
  signs: ArrayLike<number>,
  weights: ArrayLike<number>,
  { slope, offset }: CurveStart,
): CurveSpread | undefined {
  const w = rowWeights(outputs.length, weights);
  const { mean, deviation: unit } = moments(outputs, w);
  if (unit === 0) return undefined;
  const z = Float64Array.from(outputs, (output) => (output - mean) / unit);
  const functions = [z, new Float64Array(z.length).fill(1)];
  const regression = { functions, targets: rowTargets(signs, weights), weights: w };
  const point = Float64Array.of(slope * unit, offset + slope * mean);
  const { hessian } = increasingObjective(regression)(point);
  const minimum = { point, hessian, isHeld: [slope === 0, false] };
  const { below, above } = curveSpread(regression, minimum, (place) => [place, 1], spreadPlaces);
  return { places: spreadPlaces.map((place) => mean + unit * place), below, above };
}

const notConverged: Warning = {
  code: "curve-not-converged",
  message: "The calibration curve did not reach its optimum; its probabilities are approximate.",
};

function flatCurve({ value, hessian }: Curvature, offset: number, isConstant: boolean): CalibrationCurve {
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
      [0, 1 / hessian[3]],
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
