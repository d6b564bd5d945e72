import { putLogitInPlace } from "../../calibration/logitInterval.ts";
import { rowChunks } from "../../matrix/row.ts";
import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { drawnInterval } from "../../evaluate/combine/mixtureInterval.ts";
import { drawnLogProbabilities, type Predictive, type ProjectionDraws } from "./draws/drawnProbabilities.ts";
import { logSumExp, logOfRest, logSoftmaxInPlace } from "../../numeric/logSumExp.ts";
import {
  type FitFigures,
  type NumericPosterior,
  type NumericPrediction,
  emptyPrediction,
} from "../../posterior/numericPosterior.ts";
import { designOf, type ProjectionBasis } from "./projectionBasis.ts";
import { projectionDocument } from "./projectionDocument.ts";

/** All that predictions from draws depend on. Classes are numbered by their place; the last is the reference. */
export interface ProjectionFit {
  readonly basis: ProjectionBasis;
  readonly intercept: boolean;
  readonly predictive: Predictive;
  readonly draws: ProjectionDraws;
  /** The class number of each place: see `classOrder`. */
  readonly order: Int32Array;
  /** Number of rows of each class, by place. */
  readonly sizes: Float64Array;
  /** Of old documents: class probabilities by place, to which each draw is carried over. */
  readonly priors?: Float64Array | undefined;
}

/** Rows are predicted so many numbers at a time, a number for each draw and class. */
const chunkNumbers = 2e6;

/** The posterior of class probabilities: their mean over the draws, and quantiles of the draws as intervals. */
export function projectionPosterior(engine: Engine, fit: ProjectionFit, figures: FitFigures): NumericPosterior {
  const { basis } = fit;
  return {
    ...figures,
    predict: (X, level) => predictFromDraws(engine, fit, X, level),
    probabilities: (X) => ({ logProbabilities: meanLogProbabilities(engine, fit, X) }),
    draws: (X) => drawsOfRows(engine, fit, X),
    ...(basis.kind === "components" && { project: (X: Matrix) => basis.components.project(X) }),
    parameters: () => projectionDocument(fit),
  };
}

/** The logarithms of the mean class probabilities at rows. */
function meanLogProbabilities(engine: Engine, fit: ProjectionFit, X: Matrix): Matrix {
  const C = fit.order.length;
  const result = matrix(X.rows, C);
  forEachRow(engine, fit, X, (ofClasses, row) => {
    ofClasses.forEach((logs, k) => (result.data[row * C + fit.order[k]] = logMean(logs)));
  });
  return result;
}

function predictFromDraws(engine: Engine, fit: ProjectionFit, X: Matrix, level: number): NumericPrediction {
  const { order } = fit;
  const C = order.length;
  const prediction = emptyPrediction(X.rows, C);
  forEachRow(engine, fit, X, (ofClasses, row) => {
    const means = Float64Array.from(ofClasses, logMean);
    const rest = logOfRest(means);
    const deviations = logitDeviations(ofClasses);
    order.forEach((c, k) => {
      const { lower, upper } = drawnInterval(ofClasses[k].map(Math.exp), Math.exp(means[k]), level);
      putLogitInPlace(prediction, row * C + c, means[k], means[k] - rest[k], deviations[k], [lower, upper]);
    });
  });
  return prediction;
}

/** For each row the probabilities of all classes under every draw. */
function drawsOfRows(engine: Engine, fit: ProjectionFit, X: Matrix): Matrix[] {
  const C = fit.order.length;
  const result: Matrix[] = [];
  forEachRow(engine, fit, X, (ofClasses) => {
    const draws = matrix(ofClasses[0].length, C);
    ofClasses.forEach((logs, k) => logs.forEach((log, s) => (draws.data[s * C + fit.order[k]] = Math.exp(log))));
    result.push(draws);
  });
  return result;
}

/** Calls for each row with the log probabilities of each class under every draw, by place. */
function forEachRow(
  engine: Engine,
  { basis, intercept, draws, predictive, sizes, priors }: ProjectionFit,
  X: Matrix,
  visit: (ofClasses: readonly Float64Array[], row: number) => void,
): void {
  const C = sizes.length;
  const S = draws.logNoise.length;
  const shifts = priors && sizes.map((size, k) => Math.log(priors[k] / size));
  const chunkRows = Math.max(1, Math.floor(chunkNumbers / (S * C)));
  for (const [start, part] of rowChunks(X, chunkRows)) {
    const drawn = drawnLogProbabilities(engine, draws, designOf(engine, basis, intercept, part), predictive);
    if (shifts) shiftInPlace(drawn.data, shifts);
    for (let i = 0; i < part.rows; i++) visit(byClass(drawn.data, i * S * C, S, C), start + i);
  }
  // Parameters that do not fit the columns of X show also where there are no rows.
  if (X.rows === 0) designOf(engine, basis, intercept, X);
}

/** Log probabilities that were learned under the class frequencies, carried over to given priors: p' ∝ p π'/π. */
function shiftInPlace(logs: Float64Array, shifts: Float64Array): void {
  const C = shifts.length;
  for (let at = 0; at < logs.length; at += C) {
    const own = logs.subarray(at, at + C);
    for (let k = 0; k < C; k++) own[k] += shifts[k];
    logSoftmaxInPlace(own);
  }
}

function byClass(logs: Float64Array, from: number, S: number, C: number): readonly Float64Array[] {
  return Array.from({ length: C }, (_, k) => Float64Array.from({ length: S }, (_unused, s) => logs[from + s * C + k]));
}

function logMean(logs: Float64Array): number {
  return logSumExp(logs) - Math.log(logs.length);
}

/** The deviation over the draws of the logit of each class. */
function logitDeviations(ofClasses: readonly Float64Array[]): Float64Array {
  const C = ofClasses.length;
  const S = ofClasses[0].length;
  const logits = ofClasses.map(() => new Float64Array(S));
  const own = new Float64Array(C);
  for (let s = 0; s < S; s++) {
    for (let k = 0; k < C; k++) own[k] = ofClasses[k][s];
    const rest = logOfRest(own);
    for (let k = 0; k < C; k++) logits[k][s] = own[k] - rest[k];
  }
  return Float64Array.from(logits, (values) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / S;
    return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / S);
  });
}
