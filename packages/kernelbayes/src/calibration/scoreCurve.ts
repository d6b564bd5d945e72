import { matrix, type Matrix } from "../engine/matrix.ts";
import { NumericalError, type Warning } from "../errors.ts";
import { logSoftmaxInPlace } from "../numeric/logSumExp.ts";
import { identity } from "../matrix/diagonal.ts";
import { row } from "../matrix/row.ts";
import { projectedNewton, type ConvexObjective } from "../optimize/projectedNewton.ts";
import { inOwnUnits, inverseOfFree } from "./fitIncreasing.ts";
import { classSizes } from "../rows/labelledRows.ts";

/**
 * A calibration curve for any number of classes: probabilities softmax(slope · score_c + offset_c), slope ≥ 0. For two
 * classes this is the logistic curve on the difference of the scores.
 */
export interface ScoreCurve {
  readonly slope: number;
  /** As fitted the first is zero. */
  readonly offsets: Float64Array;
  /** Of (slope, offset 1, offset 2, …): the inverse of the information; a slope held at zero has none. */
  readonly covariance: Matrix;
  /** The deviation of the slope upward, where it is larger than the covariance says (see `slopeUpward`). */
  readonly upward?: number | undefined;
}

export interface FittedScoreCurve extends ScoreCurve {
  /** False if the optimum was not reached; the curve is then approximate. */
  readonly converged: boolean;
}

/**
 * Fits the curve to scores of rows that the model did not see, on scores that are centered and scaled. Separable classes would have no
 * finite optimum. For two classes Platt's targets prevent that, (N + 1)/(N + 2) for a class whose rows weigh N. For more classes such
 * targets would give a class that lies far from all others a share that only a flat slope can afford, at the cost of the classes that
 * are hard to tell apart (iris: log loss 0.19 instead of 0.06); there the labels count as they are, and the prior of `withScoreCurvePrior`
 * keeps the optimum finite. The objective is convex: where its best slope is not positive the scores do not order the classes, and the
 * curve is flat.
 *
 * The information is never less than that of the prior, whose eigenvalues in slope and offsets are 1 and 1/C, so that it has an inverse.
 * Scores so large or so small that their squares cannot be computed with are a `NumericalError`.
 */
export function fitScoreCurve(scores: Matrix, classes: Int32Array, weights: Float64Array): FittedScoreCurve {
  const C = scores.columns;
  const targets = classTargets(classes, weights, C);
  const flat = flatCurve(classes, weights, targets);
  const { standard, centers, unit } = standardized(scores, weights);
  if (unit === 0) return flat;
  const shifts = centers.subarray(1).map((center) => centers[0] - center);
  const crossEntropy = scoreCurveObjective(standard, classes, weights, targets);
  const objective = C > 2 ? withScoreCurvePrior(crossEntropy, unit, shifts) : crossEntropy;
  // Without a prior the flat curve is the optimum at slope zero, and the slope rises from there or not at all.
  if (C === 2 && !(objective(flat.offsets).gradient[0] < 0)) return flat;
  const { point, hessian, isHeld, converged } = projectedNewton(objective, flat.offsets, 0);
  const covariance = inOwnUnits(inverseOfFree(hessian, isHeld), unit, shifts);
  if (!(point[0] > 0)) return flat;
  const slope = point[0] / unit;
  return {
    slope,
    offsets: flat.offsets.map((_, c) => (c === 0 ? 0 : point[c] + slope * shifts[c - 1])),
    covariance: matrix(C, C, Float64Array.from(covariance.flat())),
    converged,
  };
}

/** Calibrated log probabilities of one row of scores. */
export function applyScoreCurve(
  { slope, offsets }: Pick<ScoreCurve, "slope" | "offsets">,
  scores: Float64Array,
): Float64Array {
  const calibrated = scores.map((score, c) => slope * score + offsets[c]);
  logSoftmaxInPlace(calibrated);
  return calibrated;
}

/** Calibrated log probabilities of rows of scores. */
export function applyScoreCurveToRows(curve: ScoreCurve, scores: Matrix): Matrix {
  const result = matrix(scores.rows, scores.columns);
  for (let i = 0; i < scores.rows; i++) row(result, i).set(applyScoreCurve(curve, row(scores, i)));
  return result;
}

/** The warning of a fit whose curve is approximate. */
export const scoreCurveNotConverged: Warning = {
  code: "curve-not-converged",
  message:
    "The calibration curve did not reach its optimum; its probabilities are approximate. Look for rows far from all others.",
};

/** Without a slope the best probabilities are the mean targets t, and N (diag t − t tᵀ) is inverted in closed form. */
function flatCurve(classes: Int32Array, weights: Float64Array, targets: Matrix): FittedScoreCurve {
  const C = targets.columns;
  const mass = new Float64Array(C);
  classes.forEach((q, i) => {
    for (let c = 0; c < C; c++) mass[c] += weights[i] * targets.data[q * C + c];
  });
  const covariance = matrix(C, C);
  for (let k = 1; k < C; k++) {
    for (let l = 1; l < C; l++) covariance.data[k * C + l] = 1 / mass[0] + (k === l ? 1 / mass[k] : 0);
  }
  return { slope: 0, offsets: mass.map((value) => Math.log(value / mass[0])), covariance, converged: true };
}

/**
 * The cross entropy that a calibration curve minimizes, −Σᵢ wᵢ Σ_c τ_c log p_c with p = softmax(slope · score_c + offset_c),
 * as a function of (slope, offset 1, …, offset C − 1); the offset of the first class is zero. `targets` holds the τ of a
 * row of class q in its row q. With z the scores of a row, its gradient and curvature in the logits are p − τ and
 * diag p − p pᵀ.
 */
export function scoreCurveObjective(
  scores: Matrix,
  classes: Int32Array,
  weights: Float64Array,
  targets: Matrix,
): ConvexObjective {
  const C = scores.columns;
  const z = scores.data;
  const logits = new Float64Array(C);
  const p = new Float64Array(C);
  return (point) => {
    const gradient = new Float64Array(C);
    const H = new Float64Array(C * C);
    let value = 0;
    for (let i = 0, row = 0; i < scores.rows; i++, row += C) {
      const weight = weights[i];
      const target = classes[i] * C;
      let most = -Infinity;
      for (let c = 0; c < C; c++) {
        logits[c] = point[0] * z[row + c] + (c > 0 ? point[c] : 0);
        most = Math.max(most, logits[c]);
      }
      let sum = 0;
      for (let c = 0; c < C; c++) sum += p[c] = Math.exp(logits[c] - most);
      const logSum = most + Math.log(sum);
      let mean = 0; // Σ p_c z_c
      for (let c = 0; c < C; c++) {
        p[c] /= sum;
        const tau = targets.data[target + c];
        const residual = weight * (p[c] - tau);
        // A class that is no target may be as improbable as it likes.
        if (tau > 0) value += weight * tau * (logSum - logits[c]);
        gradient[0] += residual * z[row + c];
        if (c > 0) gradient[c] += residual;
        mean += p[c] * z[row + c];
      }
      for (let c = 0; c < C; c++) {
        const deviation = z[row + c] - mean;
        const share = weight * p[c];
        H[0] += share * deviation * deviation;
        if (c === 0) continue;
        H[c] += share * deviation;
        for (let l = 1; l < c; l++) H[c * C + l] -= share * p[l];
        H[c * C + c] += share * (1 - p[c]);
      }
    }
    for (let c = 1; c < C; c++) {
      H[c * C] = H[c];
      for (let l = 1; l < c; l++) H[l * C + c] = H[c * C + l];
    }
    return { value, gradient, hessian: H };
  };
}

/**
 * Adds to the objective of a calibration curve the prior that scores are nearly right as they are:
 *
 *     ½ (slope − 1)² + ½ Σ_c (offset_c − mean offset)²
 *
 * It depends on differences of the offsets only, as the probabilities do, and so not on the numbering of the classes. The parameters
 * (s, o₁, o₂, …) of the objective mean a slope of s/unit and offsets 0, o₁ + s · shift₁/unit, ….
 */
export function withScoreCurvePrior(objective: ConvexObjective, unit: number, shifts: Float64Array): ConvexObjective {
  const C = shifts.length + 1;
  const lean = shifts.map((shift) => shift / unit);
  const meanLean = lean.reduce((sum, each) => sum + each / C, 0);
  return (point) => {
    const { value, gradient, hessian } = objective(point);
    const offsets = lean.map((each, c) => point[c + 1] + each * point[0]);
    const mean = offsets.reduce((sum, offset) => sum + offset / C, 0);
    const error = point[0] / unit - 1;
    let added = 0.5 * error * error;
    gradient[0] += error / unit;
    hessian[0] += 1 / unit ** 2;
    offsets.forEach((offset, k) => {
      const pull = offset - mean;
      added += 0.5 * offset * pull;
      gradient[0] += lean[k] * pull;
      gradient[k + 1] += pull;
      const mixed = lean[k] - meanLean;
      hessian[0] += lean[k] * mixed;
      hessian[k + 1] += mixed;
      hessian[(k + 1) * C] += mixed;
      for (let l = 1; l < C; l++) hessian[(k + 1) * C + l] += (l === k + 1 ? 1 : 0) - 1 / C;
    });
    return { value: value + added, gradient, hessian };
  };
}

/**
 * Scores less their mean over the classes of the row, which no probability depends on, less the mean of each class's
 * column, which its offset takes up, in units of their common deviation; unit 0 if they differ by no more than rounding.
 */
function standardized(
  scores: Matrix,
  weights: Float64Array,
): { readonly standard: Matrix; readonly centers: Float64Array; readonly unit: number } {
  const C = scores.columns;
  const standard = matrix(scores.rows, C, scores.data.slice());
  const centers = new Float64Array(C);
  let total = 0;
  let magnitude = 0;
  for (let i = 0; i < scores.rows; i++) {
    const row = standard.data.subarray(i * C, (i + 1) * C);
    const mean = row.reduce((sum, score) => sum + score / C, 0);
    for (let c = 0; c < C; c++) {
      magnitude = Math.max(magnitude, Math.abs(row[c]));
      row[c] -= mean;
      centers[c] += weights[i] * row[c];
    }
    total += weights[i];
  }
  for (let c = 0; c < C; c++) centers[c] /= total;
  let squares = 0;
  for (let at = 0; at < standard.data.length; at++) {
    standard.data[at] -= centers[at % C];
    squares += weights[Math.floor(at / C)] * standard.data[at] ** 2;
  }
  const unit = Math.sqrt(squares / (total * C));
  if (!(unit < Infinity)) {
    throw new NumericalError("curve-failed", `The scores are too far apart to be computed with (up to ${magnitude}).`);
  }
  if (!(unit > 1e-13 * magnitude)) return { standard, centers, unit: 0 };
  for (let at = 0; at < standard.data.length; at++) standard.data[at] /= unit;
  return { standard, centers, unit };
}

/** What a row of each class should be given: Platt's targets for two classes, certainty for more. */
function classTargets(classes: Int32Array, weights: Float64Array, C: number): Matrix {
  if (C > 2) return identity(C);
  const sizes = classSizes({ classes, weights, classCount: C });
  const targets = matrix(C, C);
  for (let q = 0; q < C; q++) {
    for (let c = 0; c < C; c++) targets.data[q * C + c] = (c === q ? sizes[q] + 1 : 1) / (sizes[q] + 2);
  }
  return targets;
}
