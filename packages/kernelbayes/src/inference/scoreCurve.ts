import type { Engine } from "../engine/engine.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import { NumericalError } from "../errors.ts";
import { logSoftmaxInPlace } from "../numeric/logSoftmax.ts";

/**
 * A calibration curve for any number of classes: probabilities softmax(slope · score_c + offset_c), slope ≥ 0 and the
 * offset of the first class zero. For two classes this is the logistic curve on the difference of the scores.
 */
export interface ScoreCurve {
  readonly slope: number;
  readonly offsets: Float64Array;
  /** Of (slope, offset 1, offset 2, …): the inverse of the information; zeros for a slope that was set to zero. */
  readonly covariance: Matrix;
}

/**
 * Fits the curve to scores of rows that the model did not see, by Newton's method with step halving. Separable classes
 * would have no finite optimum. For two classes Platt's targets prevent that: (N + 1)/(N + 2) for a class whose rows weigh
 * N. For more, such targets would give a class that lies far from all others a share that only a flat slope can afford,
 * at the cost of the classes that are hard to tell apart; there the labels count as they are, and a prior
 * N(1, 1) on the slope and N(0, 1) on the offsets about their mean keeps the optimum finite.
 */
export function fitScoreCurve(engine: Engine, scores: Matrix, classes: Int32Array, weights: Float64Array): ScoreCurve {
  const free = newton(engine, scores, classes, weights, true);
  return free.slope > 0 ? free : newton(engine, scores, classes, weights, false);
}

/** Calibrated log probabilities of one row of scores. */
export function applyScoreCurve({ slope, offsets }: ScoreCurve, scores: Float64Array): Float64Array {
  const calibrated = scores.map((score, c) => slope * score + offsets[c]);
  logSoftmaxInPlace(calibrated);
  return calibrated;
}

function newton(
  engine: Engine,
  scores: Matrix,
  classes: Int32Array,
  weights: Float64Array,
  withSlope: boolean,
): ScoreCurve {
  const C = scores.columns;
  const { centered, unit } = standardized(scores, weights);
  const targets = classTargets(classes, weights, C);
  // Parameters: slope (if free), then the offsets of classes 1 … C − 1.
  const first = withSlope ? 1 : 0;
  const size = first + C - 1;
  let parameters = startingPoint(classes, weights, C, first);
  let state = evaluate(parameters);
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  for (let iteration = 0; iteration < 100; iteration++) {
    if (Math.max(...state.gradient.map(Math.abs)) < 1e-12 * totalWeight) break;
    const H = matrix(size, size, state.hessian.data.slice());
    for (let j = 0; j < size; j++) H.data[j * size + j] += 1e-12 * (1 + H.data[j * size + j]);
    const factored = engine.cholesky(H);
    if (!factored.ok) throw new NumericalError("curve-failed", "The calibration curve has no unique optimum.");
    const step = engine.solveFactored(factored.factor, matrix(size, 1, state.gradient)).data;
    const slopeAlong = step.reduce((sum, value, j) => sum + value * state.gradient[j], 0);
    let length = 1;
    let next = evaluate(moved(parameters, step, length));
    while (!(next.value <= state.value - 1e-4 * length * slopeAlong) && length > 1e-10) {
      length /= 2;
      next = evaluate(moved(parameters, step, length));
    }
    if (!(next.value <= state.value)) break;
    parameters = moved(parameters, step, length);
    state = next;
    if (length * Math.max(...step.map(Math.abs)) < 1e-10) break;
  }
  return transformedBack();

  /** Cross entropy, its gradient Σ w (p − τ) and its curvature Σ w (diag p − p pᵀ), both carried over to the parameters. */
  function evaluate(point: Float64Array): { value: number; gradient: Float64Array; hessian: Matrix } {
    const gradient = new Float64Array(size);
    const hessian = matrix(size, size);
    const logits = new Float64Array(C);
    const p = new Float64Array(C);
    let value = 0;
    for (let i = 0; i < scores.rows; i++) {
      const weight = weights[i];
      const row = centered.data.subarray(i * C, (i + 1) * C);
      for (let c = 0; c < C; c++) logits[c] = (withSlope ? point[0] * row[c] : 0) + (c > 0 ? point[first + c - 1] : 0);
      logSoftmaxInPlace(logits);
      let mean = 0;
      let square = 0;
      for (let c = 0; c < C; c++) {
        const target = targets.data[classes[i] * C + c];
        p[c] = Math.exp(logits[c]);
        if (target > 0) value -= weight * target * logits[c];
        if (withSlope) gradient[0] += weight * (p[c] - target) * row[c];
        if (c > 0) gradient[first + c - 1] += weight * (p[c] - target);
        mean += p[c] * row[c];
        square += p[c] * row[c] * row[c];
      }
      if (withSlope) hessian.data[0] += weight * Math.max(0, square - mean * mean);
      for (let k = 1; k < C; k++) {
        const at = first + k - 1;
        if (withSlope) {
          const mixed = weight * p[k] * (row[k] - mean);
          hessian.data[at] += mixed;
          hessian.data[at * size] += mixed;
        }
        for (let l = 1; l < C; l++) {
          hessian.data[at * size + first + l - 1] += weight * p[k] * ((k === l ? 1 : 0) - p[l]);
        }
      }
    }
    if (C > 2) value += addPrior(point, gradient, hessian);
    return { value, gradient, hessian };
  }

  /** Adds ½(slope − 1)² + ½Σ(offset − mean offset)² with its derivatives. */
  function addPrior(point: Float64Array, gradient: Float64Array, hessian: Matrix): number {
    let value = 0;
    if (withSlope) {
      const error = point[0] / unit - 1;
      value += 0.5 * error * error;
      gradient[0] += error / unit;
      hessian.data[0] += 1 / (unit * unit);
    }
    let mean = 0;
    for (let k = 1; k < C; k++) mean += point[first + k - 1] / C;
    value += 0.5 * mean * mean;
    for (let k = 1; k < C; k++) {
      const at = first + k - 1;
      const error = point[at] - mean;
      value += 0.5 * error * error;
      gradient[at] += error;
      for (let l = 1; l < C; l++) hessian.data[at * size + first + l - 1] += (k === l ? 1 : 0) - 1 / C;
    }
    return value;
  }

  function transformedBack(): ScoreCurve {
    // Standardized scores are (s − mean)/unit with one mean and one unit for all classes: only the slope changes scale.
    const scale = (j: number): number => (withSlope && j === 0 ? 1 / unit : 1);
    const factored = engine.cholesky(state.hessian);
    const inverse = factored.ok ? engine.inverseFactored(factored.factor) : matrix(size, size);
    const covariance = matrix(C, C);
    for (let a = 0; a < size; a++) {
      for (let b = 0; b < size; b++) {
        covariance.data[(a + 1 - first) * C + (b + 1 - first)] = inverse.data[a * size + b] * scale(a) * scale(b);
      }
    }
    const offsets = new Float64Array(C);
    for (let c = 1; c < C; c++) offsets[c] = parameters[first + c - 1];
    return { slope: withSlope ? parameters[0] / unit : 0, offsets, covariance };
  }
}

/**
 * Scores less their mean over the classes of the row, which no probability depends on, in units of their common deviation.
 */
function standardized(scores: Matrix, weights: Float64Array): { centered: Matrix; unit: number } {
  const C = scores.columns;
  const centered = matrix(scores.rows, C, scores.data.slice());
  let sum = 0;
  let count = 0;
  for (let i = 0; i < scores.rows; i++) {
    let mean = 0;
    for (let c = 0; c < C; c++) mean += scores.data[i * C + c] / C;
    for (let c = 0; c < C; c++) {
      centered.data[i * C + c] -= mean;
      sum += weights[i] * centered.data[i * C + c] ** 2;
      count += weights[i];
    }
  }
  const unit = Math.sqrt(sum / count) || 1;
  for (let i = 0; i < centered.data.length; i++) centered.data[i] /= unit;
  return { centered, unit };
}

/** What a row of each class should be given: Platt's targets for two classes, certainty for more. */
function classTargets(classes: Int32Array, weights: Float64Array, C: number): Matrix {
  const sizes = classWeights(classes, weights, C);
  const targets = matrix(C, C);
  for (let q = 0; q < C; q++) {
    for (let c = 0; c < C; c++) {
      const smoothed = (c === q ? sizes[q] + 1 : 1) / (sizes[q] + 2);
      targets.data[q * C + c] = C === 2 ? smoothed : c === q ? 1 : 0;
    }
  }
  return targets;
}

function startingPoint(classes: Int32Array, weights: Float64Array, C: number, first: number): Float64Array {
  const sizes = classWeights(classes, weights, C);
  const start = new Float64Array(first + C - 1);
  for (let c = 1; c < C; c++) start[first + c - 1] = Math.log((sizes[c] + 1) / (sizes[0] + 1));
  return start;
}

function classWeights(classes: Int32Array, weights: Float64Array, C: number): Float64Array {
  const sizes = new Float64Array(C);
  classes.forEach((q, i) => (sizes[q] += weights[i]));
  return sizes;
}

function moved(point: Float64Array, step: Float64Array, length: number): Float64Array {
  return point.map((value, j) => value - length * step[j]);
}
