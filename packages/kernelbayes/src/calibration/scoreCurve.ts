import type { Engine } from "../engine/engine.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import { NumericalError } from "../errors.ts";
import { logSoftmaxInPlace } from "../numeric/logSumExp.ts";
import { identity } from "../matrix/diagonal.ts";
import { scoreCurveObjective, type CurveDerivatives } from "./scoreCurveObjective.ts";
import { withScoreCurvePrior } from "./withScoreCurvePrior.ts";

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
}

export interface FittedScoreCurve extends ScoreCurve {
  /** False if the optimum was not reached; the curve is then approximate. */
  readonly converged: boolean;
}

/** Newton needs six or seven steps from the flat curve; the bound is for scores that nobody has thought of. */
const maximumSteps = 100;

/**
 * Fits the curve to scores of rows that the model did not see, by Newton's method with step halving, on scores that are
 * centred and scaled. Separable classes would have no finite optimum. For two classes Platt's targets prevent that,
 * (N + 1)/(N + 2) for a class whose rows weigh N. For more classes such targets would give a class that lies far from all
 * others a share that only a flat slope can afford, at the cost of the classes that are hard to tell apart (iris: log loss
 * 0.19 instead of 0.06); there the labels count as they are, and the prior of `scoreCurvePrior` keeps the optimum finite.
 * The objective is convex: where its best slope is not positive the scores do not order the classes, and the curve is flat.
 */
export function fitScoreCurve(
  engine: Engine,
  scores: Matrix,
  classes: Int32Array,
  weights: Float64Array,
): FittedScoreCurve {
  const C = scores.columns;
  const targets = classTargets(classes, weights, C);
  const flat = flatCurve(classes, weights, targets);
  const { standard, centers, unit } = standardized(scores, weights);
  if (unit === 0) return flat;
  const jacobian = backTransformation(centers, unit);
  const crossEntropy = scoreCurveObjective(standard, classes, weights, targets);
  const objective = C > 2 ? withScoreCurvePrior(engine, crossEntropy, jacobian) : crossEntropy;
  let point: Float64Array = flat.offsets.slice();
  let here = objective(point);
  // Without a prior the flat curve is the optimum at slope zero, and the slope rises from there or not at all.
  if (C === 2 && !(here.gradient[0] < 0)) return flat;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let outcome: Step["outcome"] = "moved";
  for (let step = 0; step < maximumSteps && outcome === "moved"; step++) {
    ({ point, here, outcome } = newtonStep(engine, objective, point, here, 1e-12 * total));
  }
  const curve = transformedBack(engine, point, here, jacobian);
  return curve.slope > 0 ? { ...curve, converged: outcome === "settled" } : flat;
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

interface Step {
  readonly point: Float64Array;
  readonly here: CurveDerivatives;
  /** "settled" at the minimum, "stuck" if no step leads down although the gradient says so. */
  readonly outcome: "moved" | "settled" | "stuck";
}

function newtonStep(
  engine: Engine,
  objective: (point: Float64Array) => CurveDerivatives,
  point: Float64Array,
  here: CurveDerivatives,
  tolerance: number,
): Step {
  if (largest(here.gradient) < tolerance) return { point, here, outcome: "settled" };
  const C = point.length;
  const direction = engine.solveFactored(informationFactor(engine, here.hessian), matrix(C, 1, here.gradient)).data;
  const descent = direction.reduce((sum, value, j) => sum + value * here.gradient[j], 0);
  // So close to the minimum that the fall drowns in the rounding of the value, the gradient decides alone.
  const drowned = descent <= 1e-11 * here.value;
  for (let length = 1; length > 1e-12; length /= 2) {
    const trial = point.map((value, j) => value - length * direction[j]);
    const there = objective(trial);
    const accepted = drowned
      ? largest(there.gradient) < largest(here.gradient)
      : there.value <= here.value - 1e-4 * length * descent;
    if (accepted) {
      return { point: trial, here: there, outcome: length * largest(direction) < 1e-10 ? "settled" : "moved" };
    }
    if (drowned) return { point, here, outcome: "settled" };
  }
  return { point, here, outcome: "stuck" };
}

/** The factor of the information, with a little added so that no direction is without any. */
function informationFactor(engine: Engine, hessian: Matrix): Matrix {
  const C = hessian.rows;
  const raised = hessian.data.map((value, at) => (at % (C + 1) === 0 ? value + 1e-12 * (1 + value) : value));
  const factored = engine.cholesky(matrix(C, C, raised));
  if (!factored.ok) throw new NumericalError("curve-failed", "The calibration curve has no unique optimum.");
  return factored.factor;
}

/** From the parameters for standardized scores to those of the scores: slope = a/unit, offset_c = o_c − slope (center_c − center_0). */
function backTransformation(centers: Float64Array, unit: number): Matrix {
  const C = centers.length;
  const jacobian = matrix(C, C);
  jacobian.data[0] = 1 / unit;
  for (let c = 1; c < C; c++) {
    jacobian.data[c * C] = -(centers[c] - centers[0]) / unit;
    jacobian.data[c * C + c] = 1;
  }
  return jacobian;
}

function transformedBack(
  engine: Engine,
  point: Float64Array,
  { hessian }: CurveDerivatives,
  jacobian: Matrix,
): ScoreCurve {
  const C = point.length;
  const inverse = engine.inverseFactored(informationFactor(engine, hessian));
  const half = engine.multiply(jacobian, inverse);
  const [slope, ...offsets] = engine.multiply(jacobian, matrix(C, 1, point)).data;
  return {
    slope,
    offsets: Float64Array.of(0, ...offsets),
    covariance: engine.multiply(half, jacobian, { transposeB: true }),
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
  if (!(unit > 1e-13 * magnitude)) return { standard, centers, unit: 0 };
  for (let at = 0; at < standard.data.length; at++) standard.data[at] /= unit;
  return { standard, centers, unit };
}

/** What a row of each class should be given: Platt's targets for two classes, certainty for more. */
function classTargets(classes: Int32Array, weights: Float64Array, C: number): Matrix {
  if (C > 2) return identity(C);
  const sizes = new Float64Array(C);
  classes.forEach((q, i) => (sizes[q] += weights[i]));
  const targets = matrix(C, C);
  for (let q = 0; q < C; q++) {
    for (let c = 0; c < C; c++) targets.data[q * C + c] = (c === q ? sizes[q] + 1 : 1) / (sizes[q] + 2);
  }
  return targets;
}

function largest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}
