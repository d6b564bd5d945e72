import { projectedNewton, type ConvexObjective } from "../../optimize/projectedNewton.ts";
import type { LinkRows } from "./matrixLink.ts";

/** One slope for all machines and an offset for each class: p = softmax(A f + b). */
export interface CommonCurve {
  /** A, not negative; 0 where outputs know nothing of the classes. */
  readonly slope: number;
  readonly offsets: Float64Array;
  /** Mean log loss of the rows. */
  readonly loss: number;
}

/** The least share of a class, so that its logarithm is a number. */
const LEAST_SHARE = 1e-6;

/**
 * Fits the curve that all machines have in common, Σ w (−log p_own) + ½ ‖b − log shares‖², over A ≥ 0 by Newton's method.
 * The bound is no mere repair: a row that is left out moves the mean of the others against its class, so that a nearly constant model
 * has outputs that separate the classes in the wrong direction.
 */
export function commonCurve(rows: LinkRows): CommonCurve {
  const { outputs, classes, weights } = rows;
  const C = outputs.columns;
  const shares = new Float64Array(C);
  let total = 0;
  classes.forEach((q, i) => {
    shares[q] += weights[i];
    total += weights[i];
  });
  const prior = shares.map((share) => Math.log(Math.max(share / total, LEAST_SHARE)));
  const unit = rootMeanSquare(outputs.data) || 1;
  const objective = curveObjective(rows, prior, unit);
  const start = Float64Array.of(0, ...prior);
  // The value is convex: where it does not fall from A = 0 on, the best offsets are the class frequencies.
  if (!(objective(start).gradient[0] < 0)) return { slope: 0, offsets: prior, loss: entropyOf(shares, total) };
  const { point } = projectedNewton(objective, Float64Array.of(1, ...prior), 1);
  const [scaled, ...offsets] = point;
  const found = objective(point);
  return { slope: scaled / unit, offsets: Float64Array.from(offsets), loss: found.value / total };
}

function entropyOf(shares: Float64Array, total: number): number {
  return shares.reduce((sum, share) => (share > 0 ? sum - (share / total) * Math.log(share / total) : sum), 0);
}

function rootMeanSquare(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value * value;
  return Math.sqrt(sum / values.length);
}

function curveObjective({ outputs, classes, weights }: LinkRows, prior: Float64Array, unit: number): ConvexObjective {
  const { data, rows: n, columns: C } = outputs;
  const size = C + 1;
  const p = new Float64Array(C);
  return (point) => {
    let value = 0;
    const gradient = new Float64Array(size);
    const hessian = new Float64Array(size * size);
    for (let i = 0, at = 0; i < n; i++, at += C) {
      if (weights[i] === 0) continue;
      value += weights[i] * lossInto(p, data, at, point, unit, classes[i]);
      addRowInPlace(gradient, hessian, p, data, at, unit, weights[i], classes[i]);
    }
    for (let c = 0; c < C; c++) {
      const away = point[c + 1] - prior[c];
      value += 0.5 * away * away;
      gradient[c + 1] += away;
      hessian[(c + 1) * size + c + 1] += 1;
    }
    hessian[0] += 1e-6;
    for (let k = 0; k < size; k++) for (let l = 0; l < k; l++) hessian[l * size + k] = hessian[k * size + l];
    return { value, gradient, hessian };
  };
}

/** −log p_own of a row, whose probabilities go into p. */
function lossInto(
  p: Float64Array,
  data: Float64Array,
  at: number,
  point: Float64Array,
  unit: number,
  own: number,
): number {
  const slope = point[0] / unit;
  let largest = -Infinity;
  for (let c = 0; c < p.length; c++) {
    p[c] = slope * data[at + c] + point[c + 1];
    if (p[c] > largest) largest = p[c];
  }
  const ownScore = p[own] - largest;
  let total = 0;
  for (let c = 0; c < p.length; c++) total += p[c] = Math.exp(p[c] - largest);
  for (let c = 0; c < p.length; c++) p[c] /= total;
  return Math.log(total) - ownScore;
}

/** Gradient and lower Hessian of w (−log p_own). */
function addRowInPlace(
  gradient: Float64Array,
  hessian: Float64Array,
  p: Float64Array,
  data: Float64Array,
  at: number,
  unit: number,
  w: number,
  own: number,
): void {
  const C = p.length;
  const size = C + 1;
  let mean = 0;
  for (let c = 0; c < C; c++) mean += (p[c] * data[at + c]) / unit;
  let variance = 0;
  for (let c = 0; c < C; c++) {
    const away = data[at + c] / unit - mean;
    variance += p[c] * away * away;
    gradient[c + 1] += w * p[c];
    hessian[(c + 1) * size] += w * p[c] * away;
    const scaled = w * p[c];
    for (let k = 0; k < c; k++) hessian[(c + 1) * size + k + 1] -= scaled * p[k];
    hessian[(c + 1) * size + c + 1] += scaled * (1 - p[c]);
  }
  gradient[0] += w * (mean - data[at + own] / unit);
  gradient[own + 1] -= w;
  hessian[0] += w * variance;
}
