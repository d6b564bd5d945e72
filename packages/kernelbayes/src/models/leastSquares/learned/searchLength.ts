import { commonCurve } from "../../../calibration/link/commonCurve.ts";
import { fitMatrixLink } from "../../../calibration/link/matrixLink.ts";
import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { exactOutputs, type ExactRows, type ExactOutputs } from "./exactOutputs.ts";
import { distancesInMetric, kernelOfDistances, medianDistance, type MetricShape } from "./shapedKernel.ts";

/** Rows in the order in which they are worked on. */
export interface MetricRows extends ExactRows {
  readonly X: Matrix;
  readonly classes: Int32Array;
  readonly classCount: number;
}

/** A width, in units of the median distance of two rows, and a regularization, with the log loss of left-out rows. */
export interface LengthChoice {
  readonly width: number;
  readonly regularization: number;
  readonly loss: number;
}

/** Regularizations that a search may try, each about three times the one before. */
const regularizations: readonly number[] = [1e-5, 3e-5, 1e-4, 3e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30];
const [narrowest, widest] = [1 / 16, 16];

/** One column per class: that of one machine for two classes has the class 1 above 0. */
export function classOutputs(outputs: Matrix, classCount: number): Matrix {
  if (outputs.columns === classCount) return outputs;
  return matrix(
    outputs.rows,
    2,
    Float64Array.from({ length: 2 * outputs.rows }, (_, at) => (at % 2 === 0 ? -1 : 1) * outputs.data[at >> 1]),
  );
}

/** Judges outputs of left-out rows by the log loss of a link: of two classes by a curve, of more by a matrix from where the last one ended. */
function outputsJudge(
  engine: Engine,
  { classes, weights, classCount }: Pick<MetricRows, "classes" | "weights" | "classCount">,
): (left: Matrix) => number {
  let start: Float64Array | undefined;
  return (left) => {
    const rows = { outputs: classOutputs(left, classCount), classes, weights };
    const common = commonCurve(rows);
    if (classCount === 2 || common.slope === 0) return common.loss;
    const { loss, parameters } = fitMatrixLink(engine, rows, { linear: 2 }, { common, maxIterations: 25, start });
    start = parameters;
    return loss;
  };
}

/** The log loss of left-out rows at widths and regularizations. U has the rows in their metric; their distances are taken once. */
export function lengthLosses(
  engine: Engine,
  shape: MetricShape,
  U: Matrix,
  rows: MetricRows,
): (width: number) => (regularization: number) => LengthChoice {
  const median = medianDistance(engine, shape, U);
  const judge = outputsJudge(engine, rows);
  const D = distancesInMetric(engine, shape, U);
  const [K, room] = [matrix(D.rows, D.rows), matrix(D.rows, D.rows)];
  return (width) => {
    kernelOfDistances(shape, width * median, D, K);
    return (regularization) => {
      room.data.set(K.data);
      const found = exactOutputs(engine, room, regularization, rows);
      return { width, regularization, loss: found ? judge(found.left) : Infinity };
    };
  };
}

/**
 * The width and the regularization that predict left-out rows best, by walks along a grid: at each width the regularization goes downhill from that of
 * the width before, and the width goes downhill from where it starts. U has the rows in their metric.
 */
export function searchLength(
  engine: Engine,
  shape: MetricShape,
  U: Matrix,
  rows: MetricRows,
  from: Pick<LengthChoice, "width" | "regularization">,
  step: number,
): LengthChoice {
  const losses = lengthLosses(engine, shape, U, rows);
  const atWidth = (width: number, near: number): LengthChoice => bestRegularization(near, losses(width));
  let best = atWidth(from.width, from.regularization);
  for (const factor of [step, 1 / step]) {
    let moved = false;
    for (;;) {
      const width = best.width * factor;
      if (width < narrowest || width > widest) break;
      const next = atWidth(width, best.regularization);
      if (!(next.loss < best.loss)) break;
      best = next;
      moved = true;
    }
    if (moved) break;
  }
  return best;
}

/** Downhill along the grid of regularizations, from the one nearest to a start. */
function bestRegularization(near: number, at: (regularization: number) => LengthChoice): LengthChoice {
  const distances = regularizations.map((value) => Math.abs(Math.log(value / near)));
  let place = distances.indexOf(Math.min(...distances));
  let best = at(regularizations[place]);
  for (const direction of [1, -1]) {
    let moved = false;
    while (place + direction >= 0 && place + direction < regularizations.length) {
      const next = at(regularizations[place + direction]);
      if (!(next.loss < best.loss)) break;
      best = next;
      place += direction;
      moved = true;
    }
    if (moved) break;
  }
  return best;
}

/** A fit to all rows. */
export interface WholeFit extends ExactOutputs {
  readonly regularization: number;
  readonly length: number;
  readonly loss: number;
}

/** The fit to all rows at a width: at the regularization of the search, a third of it while that is better, else three times. */
export function fitWhole(
  engine: Engine,
  shape: MetricShape,
  U: Matrix,
  rows: MetricRows,
  { width, regularization }: Pick<LengthChoice, "width" | "regularization">,
): WholeFit | undefined {
  const length = width * medianDistance(engine, shape, U);
  const judge = outputsJudge(engine, rows);
  const D = distancesInMetric(engine, shape, U);
  const room = matrix(D.rows, D.rows);
  const at = (r: number): WholeFit | undefined => {
    const found = exactOutputs(engine, kernelOfDistances(shape, length, D, room), r, rows);
    return found && { ...found, regularization: r, length, loss: judge(found.left) };
  };
  let best = at(regularization);
  for (const factor of [1 / 3, 3]) {
    const next = at(regularization * factor);
    if (!next || (best && next.loss >= best.loss)) continue;
    best = next;
    break;
  }
  return best;
}
