import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { scoresOf, type LinearScores } from "./projectedClasses.ts";
import { logitDeviations, logitInterval } from "../../../calibration/logitInterval.ts";
import { applyScoreCurve, type ScoreCurve } from "../../../calibration/scoreCurve.ts";
import { kernelFromDocument } from "../../../kernels/index.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { logOfRest } from "../../../numeric/logSumExp.ts";
import { curvedVariance } from "../../parts/gaussianClasses/gaussianDiscriminantPosterior.ts";
import { largestEncodedValue } from "../../../posterior/largestEncodedValue.ts";
import type { FitFigures, NumericPosterior, NumericPrediction } from "../../../posterior/numericPosterior.ts";
import {
  finiteNumber,
  matrixDocument,
  matrixReader,
  numberList,
  plainObject,
  record,
  refuse,
} from "../../../schema.ts";

/** The directions of a discriminant, and the rule that turns projections on them into probabilities. */
export interface ProjectedDiscriminant {
  readonly kernel: Kernel;
  readonly rows: Matrix;
  /** μ, or the threshold. */
  readonly strength: number;
  /** α as columns: the projections of x are z = αᵀk(x). */
  readonly coefficients: Matrix;
  /** What each direction is worth, descending. */
  readonly ratios: Float64Array;
  readonly scores: LinearScores;
  readonly curve: ScoreCurve;
  /** The covariance of z is noise · (1/total + ‖spread · k(x) − shift‖²). */
  readonly noise: Matrix;
  readonly spread: Matrix;
  readonly shift: Float64Array;
  readonly total: number;
}

/** Rows that are predicted at a time, to bound the memory that kernel columns take. */
const chunkRows = 2048;

export function kernelFisherPosterior(
  engine: Engine,
  discriminant: ProjectedDiscriminant,
  figures: FitFigures,
): NumericPosterior {
  const C = discriminant.scores.constants.length;
  return {
    ...figures,
    predict(X, level) {
      const [logProbabilities, lower, upper, latentMean, latentDeviation] = Array.from({ length: 5 }, () =>
        matrix(X.rows, C),
      );
      const prediction = { logProbabilities, lower, upper, latentMean, latentDeviation };
      for (const [start, part] of chunksOf(X)) predictChunk(engine, discriminant, part, start, level, prediction);
      return prediction;
    },
    project(X) {
      const k = discriminant.coefficients.columns;
      const result = matrix(X.rows, k);
      for (const [start, part] of chunksOf(X)) {
        result.data.set(projectionsOf(engine, discriminant, part).projections.data, start * k);
      }
      return result;
    },
    parameters: () => discriminantDocument(discriminant),
  };
}

function* chunksOf(X: Matrix): Generator<readonly [number, Matrix]> {
  for (let start = 0; start < X.rows; start += chunkRows) {
    const rows = Math.min(chunkRows, X.rows - start);
    yield [start, matrix(rows, X.columns, X.data.subarray(start * X.columns, (start + rows) * X.columns))];
  }
}

function projectionsOf(
  engine: Engine,
  { kernel, rows, coefficients }: ProjectedDiscriminant,
  X: Matrix,
): { readonly columns: Matrix; readonly projections: Matrix } {
  const columns = kernel.cross(engine, X, rows);
  return { columns, projections: engine.multiply(columns, coefficients) };
}

function predictChunk(
  engine: Engine,
  discriminant: ProjectedDiscriminant,
  X: Matrix,
  start: number,
  level: number,
  into: NumericPrediction,
): void {
  const { curve, noise, spread, shift, total } = discriminant;
  const { loadings } = discriminant.scores;
  const { columns, projections } = projectionsOf(engine, discriminant, X);
  const scores = scoresOf(engine, discriminant.scores, projections);
  const turned = engine.multiply(columns, spread, { transposeB: true });
  const C = scores.columns;
  const r = shift.length;
  // The covariance of the scores of one row, but for its factor.
  const ofScores = engine.multiply(engine.multiply(loadings, noise, { transposeA: true }), loadings);
  for (let i = 0; i < X.rows; i++) {
    let factor = 1 / total;
    for (let j = 0; j < r; j++) factor += (turned.data[i * r + j] - shift[j]) ** 2;
    const row = applyScoreCurve(curve, scores.data.subarray(i * C, (i + 1) * C));
    const rest = logOfRest(row);
    const deviations = logitDeviations(row, rest, (contrast) => {
      let form = 0;
      for (let a = 0; a < C; a++) {
        for (let b = 0; b < C; b++) form += contrast[a] * contrast[b] * ofScores.data[a * C + b];
      }
      return curvedVariance(curve, scores, i, contrast, factor * Math.max(0, form));
    });
    for (let c = 0; c < C; c++) {
      const at = (start + i) * C + c;
      const logit = row[c] - rest[c];
      const probability = Math.exp(row[c]);
      const [low, high] = logitInterval(logit, deviations[c], level);
      into.logProbabilities.data[at] = row[c];
      into.lower.data[at] = Math.min(low, probability);
      into.upper.data[at] = Math.max(high, probability);
      into.latentMean.data[at] = logit;
      into.latentDeviation.data[at] = deviations[c];
    }
  }
}

function discriminantDocument(discriminant: ProjectedDiscriminant): Record<string, unknown> {
  const { kernel, rows, strength, coefficients, ratios, scores, curve, noise, spread, shift, total } = discriminant;
  return {
    kernel: kernel.toDocument(),
    rows: matrixDocument(rows),
    strength,
    coefficients: matrixDocument(coefficients),
    ratios: Array.from(ratios),
    loadings: matrixDocument(scores.loadings),
    constants: Array.from(scores.constants),
    curve: {
      slope: curve.slope,
      offsets: Array.from(curve.offsets),
      covariance: matrixDocument(curve.covariance),
    },
    noise: matrixDocument(noise),
    spread: matrixDocument(spread),
    shift: Array.from(shift),
    total,
  };
}

const schema = record({
  kernel: plainObject,
  rows: matrixReader,
  strength: finiteNumber,
  coefficients: matrixReader,
  ratios: numberList,
  loadings: matrixReader,
  constants: numberList,
  curve: record({ slope: finiteNumber, offsets: numberList, covariance: matrixReader }),
  noise: matrixReader,
  spread: matrixReader,
  shift: numberList,
  total: finiteNumber,
});

/** Reads the parameters back and checks that their shapes belong together. */
export function readProjectedDiscriminant(document: unknown, path: string): ProjectedDiscriminant {
  const { loadings, constants, ...read } = schema(document, path);
  const { rows, coefficients, ratios, curve, noise, spread, shift, total, strength } = read;
  const n = rows.rows;
  const k = coefficients.columns;
  const C = constants.length;
  const expect = (holds: boolean, name: string, expected: string, value: unknown): void => {
    if (!holds) refuse(`${path}.${name}`, expected, value);
  };
  const shape = (value: Matrix, name: string, height: number, width: number): void =>
    expect(value.rows === height && value.columns === width, name, `a ${height} × ${width} matrix`, value);
  expect(C >= 2, "constants", "two or more numbers", constants);
  expect(strength > 0, "strength", "a positive number", strength);
  expect(total > 0, "total", "a positive number", total);
  expect(
    rows.data.every((value) => Math.abs(value) <= largestEncodedValue),
    "rows",
    `numbers up to ${largestEncodedValue}`,
    rows,
  );
  shape(coefficients, "coefficients", n, k);
  expect(ratios.length === k, "ratios", `${k} numbers`, ratios);
  shape(loadings, "loadings", k, C);
  shape(noise, "noise", k, k);
  shape(spread, "spread", shift.length, n);
  expect(curve.slope >= 0, "curve.slope", "a number from 0", curve.slope);
  expect(curve.offsets.length === C, "curve.offsets", `${C} numbers`, curve.offsets);
  shape(curve.covariance, "curve.covariance", C, C);
  return { ...read, kernel: kernelFromDocument(read.kernel), scores: { loadings, constants } };
}
