import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { logSumExp, logSoftmaxInPlace } from "../../../numeric/logSumExp.ts";
import { runSync } from "../../../run/run.ts";
import { pause, type Work } from "../../../run/work.ts";
import { noiseTables, noisySoftmax } from "./noisySoftmax.ts";

/** Rows under a draw between two pauses, some hundredth of a second. */
const rowsBetweenPauses = 2e4;

/** Draws from the posterior of coefficients and noise, those of one chain after those of another. */
export interface ProjectionDraws {
  /** A row for each draw; β_lk of coefficient l and class k in column l (C − 1) + k. */
  readonly coefficients: Matrix;
  /** ln σ² of each draw. */
  readonly logNoise: Float64Array;
}

/**
 * What a draw says about a new row: "plugin" softmax(D β), as if it had no noise of its own; "full" E_ε softmax(D β + σε), the
 * predictive of the model.
 */
export type Predictive = "plugin" | "full";

/**
 * Log probabilities of all classes under every draw: a row for each row of the design D, class c of draw s in column
 * s C + c. The last class is the reference.
 */
export function drawnLogProbabilities(
  engine: Engine,
  draws: ProjectionDraws,
  design: Matrix,
  predictive: Predictive,
): Matrix {
  return runSync(drawLogProbabilities(engine, draws, design, predictive));
}

/** The same as work. */
export function* drawLogProbabilities(
  engine: Engine,
  { coefficients, logNoise }: ProjectionDraws,
  design: Matrix,
  predictive: Predictive,
): Work<Matrix> {
  const S = coefficients.rows;
  const q = coefficients.columns / design.columns;
  const C = q + 1;
  const outputs = engine.multiply(design, coefficientColumns(coefficients, design.columns));
  const result = matrix(design.rows, S * C);
  const scores = new Float64Array(C);
  const tables = noiseTables();
  for (let s = 0; s < S; s++) {
    const toLogProbabilities =
      predictive === "full" ? noisySoftmax(deviation(logNoise[s]), C, tables).logProbabilities : logSoftmaxInPlace;
    for (let i = 0; i < design.rows; i++) {
      const from = (i * S + s) * q;
      for (let k = 0; k < q; k++) scores[k] = outputs.data[from + k];
      scores[q] = 0;
      toLogProbabilities(scores);
      result.data.set(scores, (i * S + s) * C);
    }
    if (((s + 1) * design.rows) % rowsBetweenPauses < design.rows) yield pause;
  }
  return result;
}

/**
 * The log likelihood of rows with known classes under every draw, their noise integrated out: a row for each row of the design,
 * a column for each draw.
 */
export function* drawLogLikelihood(
  engine: Engine,
  { coefficients, logNoise }: ProjectionDraws,
  design: Matrix,
  classes: Int32Array,
): Work<Matrix> {
  const S = coefficients.rows;
  const q = coefficients.columns / design.columns;
  const outputs = engine.multiply(design, coefficientColumns(coefficients, design.columns));
  const result = matrix(design.rows, S);
  const scores = new Float64Array(q + 1);
  const tables = noiseTables();
  for (let s = 0; s < S; s++) {
    const { logProbability } = noisySoftmax(deviation(logNoise[s]), q + 1, tables);
    for (let i = 0; i < design.rows; i++) {
      const from = (i * S + s) * q;
      for (let k = 0; k < q; k++) scores[k] = outputs.data[from + k];
      result.data[i * S + s] = logProbability(scores, classes[i]);
    }
    if (((s + 1) * design.rows) % rowsBetweenPauses < design.rows) yield pause;
  }
  return result;
}

function deviation(logVariance: number): number {
  return Math.exp(0.5 * logVariance);
}

/** A row for each coefficient l, and β_lk of draw s in column s (C − 1) + k. */
function coefficientColumns({ data, rows: S, columns }: Matrix, p: number): Matrix {
  const q = columns / p;
  const result = matrix(p, S * q);
  for (let s = 0; s < S; s++) {
    for (let l = 0; l < p; l++) {
      for (let k = 0; k < q; k++) result.data[l * S * q + s * q + k] = data[s * columns + l * q + k];
    }
  }
  return result;
}

/** The logarithms of probabilities that are averaged over draws, as `drawnLogProbabilities` has them: a column a class. */
export function averagedLogProbabilities(drawn: Matrix, classCount: number): Matrix {
  const S = drawn.columns / classCount;
  const result = matrix(drawn.rows, classCount);
  const logs = new Float64Array(S);
  for (let i = 0; i < drawn.rows; i++) {
    for (let c = 0; c < classCount; c++) {
      for (let s = 0; s < S; s++) logs[s] = drawn.data[(i * S + s) * classCount + c];
      result.data[i * classCount + c] = logSumExp(logs) - Math.log(S);
    }
  }
  return result;
}
