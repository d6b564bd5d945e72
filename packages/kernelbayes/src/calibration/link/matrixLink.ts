import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { row } from "../../matrix/row.ts";
import { logSoftmaxInPlace } from "../../numeric/logSumExp.ts";
import { boundedLbfgs } from "../../optimize/boundedLbfgs.ts";
import type { Objective } from "../../optimize/optimizer.ts";
import { runSync } from "../../run/run.ts";
import { commonCurve, type CommonCurve } from "./commonCurve.ts";

/**
 * From the outputs f of C machines, one per class, to class probabilities:
 *
 *     p = softmax(Wᵀφ + b),   φ = f, or (f, (f/σ)²).
 *
 * Curves of single machines cannot see that a class lies between two others, where its own machine has no maximum; a matrix can.
 */
export interface MatrixLink {
  /** A row for each feature, a column for each class. */
  readonly weights: Matrix;
  readonly offsets: Float64Array;
  /** 1/σ, where the squares of the outputs are features too. */
  readonly squareScale?: number | undefined;
}

/** Outputs of rows by machines that have not seen them. */
export interface LinkRows {
  /** A row for each row, a column for each class. */
  readonly outputs: Matrix;
  readonly classes: Int32Array;
  /** How much each row counts; 0 for rows that take no part. */
  readonly weights: Float64Array;
}

/** How strongly W is pulled to the common slope A times the identity, and the weights of the squares to 0. */
export interface LinkPenalty {
  readonly linear: number;
  /** Default: no squares. */
  readonly squares?: number | undefined;
}

export interface LinkOptions {
  /** The curve that all machines have in common, where it is known. */
  readonly common?: CommonCurve | undefined;
  readonly maxIterations?: number;
  /** Where the search starts: the parameters of a link of the same penalty. */
  readonly start?: Float64Array | undefined;
}

export interface FittedLink {
  readonly link: MatrixLink;
  /** Mean log loss of the rows. */
  readonly loss: number;
  /** W and b in the units of the search, from which another may start; undefined where the outputs know nothing of the classes. */
  readonly parameters: Float64Array | undefined;
}

/** The pull of b to that of the common curve. */
const OFFSET_PULL = 0.05;

/**
 * Fits a link to outputs of rows that the machines have not seen, by penalized maximum likelihood in units of A f:
 *
 *     Σ w (−log p_own) + λ ‖W/A − I‖² + λ_s ‖W_squares‖² + 0.05 ‖b − b_A‖².
 *
 * A ≥ 0 and b_A are those of `commonCurve`. Where A = 0, outputs know nothing of the classes: probabilities are the class frequencies.
 */
export function fitMatrixLink(
  engine: Engine,
  rows: LinkRows,
  { linear, squares }: LinkPenalty,
  { common = commonCurve(rows), maxIterations = 100, start }: LinkOptions = {},
): FittedLink {
  const C = rows.outputs.columns;
  const { slope, offsets } = common;
  if (slope === 0) return { link: flatLink(C, offsets), loss: common.loss, parameters: undefined };
  const squareScale = squares === undefined ? undefined : 1 / (deviationOf(rows.outputs) || 1);
  const features = linkFeatures(rows.outputs, slope, squareScale);
  const q = features.columns;
  const objective = linkObjective(engine, features, rows, { pulls: pullsOf(q, C, linear, squares), offsets });
  const from = start ?? Float64Array.of(...identity(q, C), ...offsets);
  const { point } = runSync(
    boundedLbfgs(objective, from, { maxIterations, gradientTolerance: 1e-3, valueTolerance: 1e-6 }),
  );
  const weights = matrix(q, C, point.slice(0, q * C));
  for (let at = 0; at < C * C; at++) weights.data[at] *= slope;
  const link = { weights, offsets: point.slice(q * C), squareScale };
  const loss = meanLoss(linkLogs(engine, link, rows.outputs), rows);
  return { link, loss, parameters: point };
}

/** Log probabilities of the classes by a link. */
export function linkLogs(engine: Engine, { weights, offsets, squareScale }: MatrixLink, outputs: Matrix): Matrix {
  const logs = engine.multiply(linkFeatures(outputs, 1, squareScale), weights);
  addRowInPlace(logs, offsets);
  for (let i = 0; i < logs.rows; i++) logSoftmaxInPlace(row(logs, i));
  return logs;
}

/** By how much the score of each class moves with each output: a row for each output, a column for each class. */
export function linkSlopes({ weights, squareScale }: MatrixLink, outputs: Float64Array): Matrix {
  const C = weights.columns;
  const slopes = matrix(C, C);
  for (let m = 0; m < C; m++) {
    const bend = squareScale === undefined ? 0 : 2 * squareScale ** 2 * outputs[m];
    for (let c = 0; c < C; c++) {
      const square = bend === 0 ? 0 : bend * weights.data[(C + m) * C + c];
      slopes.data[m * C + c] = weights.data[m * C + c] + square;
    }
  }
  return slopes;
}

/** The mean of −log p of each row's own class. */
export function meanLoss(
  { data, columns }: Matrix,
  { classes, weights }: Pick<LinkRows, "classes" | "weights">,
): number {
  let loss = 0;
  let total = 0;
  for (let i = 0; i < classes.length; i++) {
    if (weights[i] === 0) continue;
    loss -= weights[i] * data[i * columns + classes[i]];
    total += weights[i];
  }
  return loss / total;
}

function flatLink(C: number, offsets: Float64Array): MatrixLink {
  return { weights: matrix(C, C), offsets, squareScale: undefined };
}

/** Outputs beyond this, which only damaged documents give, count as this: products with them remain numbers. */
const largestOutput = 1e40;

/** Slope · f and, where there is a scale, its squares beside them. */
function linkFeatures({ data, rows, columns: C }: Matrix, slope: number, squareScale: number | undefined): Matrix {
  const q = squareScale === undefined ? C : 2 * C;
  const features = matrix(rows, q);
  for (let i = 0; i < rows; i++) {
    for (let m = 0; m < C; m++) {
      const f = Math.max(-largestOutput, Math.min(largestOutput, data[i * C + m]));
      features.data[i * q + m] = slope * f;
      if (squareScale !== undefined) features.data[i * q + C + m] = (squareScale * f) ** 2;
    }
  }
  return features;
}

function pullsOf(q: number, C: number, linear: number, squares = 0): Float64Array {
  return Float64Array.from({ length: q * C }, (_, at) => (at < C * C ? linear : squares));
}

function identity(q: number, C: number): Float64Array {
  return Float64Array.from({ length: q * C }, (_, at) => (at % C === Math.floor(at / C) ? 1 : 0));
}

interface Pulls {
  readonly pulls: Float64Array;
  readonly offsets: Float64Array;
}

/** The penalized likelihood, with its gradient ΦᵀR for R = w (p − own). */
function linkObjective(engine: Engine, features: Matrix, rows: LinkRows, { pulls, offsets }: Pulls): Objective {
  const { rows: n, columns: q } = features;
  const C = offsets.length;
  const center = identity(q, C);
  const scores = matrix(n, C);
  const slopes = matrix(q, C);
  return (point) => {
    const weights = matrix(q, C, point.subarray(0, q * C));
    const b = point.subarray(q * C);
    engine.multiply(features, weights, { into: scores });
    const gradient = new Float64Array(point.length);
    let value = residualsInPlace(scores, b, rows, gradient.subarray(q * C));
    engine.multiply(features, scores, { transposeA: true, into: slopes });
    for (let at = 0; at < q * C; at++) {
      const away = point[at] - center[at];
      value += pulls[at] * away * away;
      gradient[at] = slopes.data[at] + 2 * pulls[at] * away;
    }
    for (let c = 0; c < C; c++) {
      const away = b[c] - offsets[c];
      value += OFFSET_PULL * away * away;
      gradient[q * C + c] += 2 * OFFSET_PULL * away;
    }
    return { value, gradient };
  };
}

/** Scores become w (p − own); their column sums are added to `sums`, and the sum of −w log p_own is returned. */
function residualsInPlace(
  { data, rows: n, columns: C }: Matrix,
  offsets: Float64Array,
  { classes, weights }: LinkRows,
  sums: Float64Array,
): number {
  let value = 0;
  for (let i = 0, at = 0; i < n; i++, at += C) {
    const w = weights[i];
    const own = classes[i];
    let largest = -Infinity;
    for (let c = 0; c < C; c++) {
      const score = (data[at + c] += offsets[c]);
      if (score > largest) largest = score;
    }
    const ownScore = data[at + own] - largest;
    let total = 0;
    for (let c = 0; c < C; c++) total += data[at + c] = Math.exp(data[at + c] - largest);
    value += w * (Math.log(total) - ownScore);
    const factor = w / total;
    for (let c = 0; c < C; c++) sums[c] += data[at + c] *= factor;
    data[at + own] -= w;
    sums[own] -= w;
  }
  return value;
}

function addRowInPlace({ data, columns }: Matrix, values: Float64Array): void {
  for (let at = 0; at < data.length; at += columns) {
    for (let c = 0; c < columns; c++) data[at + c] += values[c];
  }
}

/** The deviation of all outputs together. */
function deviationOf({ data }: Matrix): number {
  let mean = 0;
  for (const value of data) mean += value / data.length;
  let sum = 0;
  for (const value of data) sum += (value - mean) ** 2 / data.length;
  return Math.sqrt(sum);
}
