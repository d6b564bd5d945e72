import type { Engine } from "../engine/engine.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import { InputError, NumericalError } from "../errors.ts";
import { classCenters, classSizes, priorLogOdds, type Centers } from "../inference/bayesianLeastSquares/centers.ts";
import { aroundClassMeans, type LatentClassMeans } from "../inference/bayesianLeastSquares/classMeans.ts";
import type { EvidenceOptimum } from "../inference/bayesianLeastSquares/kernelSearch.ts";
import { evidenceProblem } from "../inference/bayesianLeastSquares/objective.ts";
import { evidencePosterior, type EvidencePosterior } from "../inference/bayesianLeastSquares/posterior.ts";
import { predictionAt } from "../inference/bayesianLeastSquares/prediction.ts";
import type { Precisions } from "../inference/bayesianLeastSquares/problem.ts";
import { classLogOdds } from "../inference/fisher/classOdds.ts";
import { logitInterval } from "../inference/logitIntervals.ts";
import { kernelFromDocument } from "../kernels/index.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { logSigmoid } from "../numeric/sigmoid.ts";
import { largestEncodedValue } from "../posterior/largestEncodedValue.ts";
import type { FitFigures, NumericPosterior } from "../posterior/numericPosterior.ts";
import {
  finiteNumber,
  flag,
  list,
  matrixDocument,
  matrixReader,
  numberList,
  oneOf,
  optional,
  plainObject,
  record,
  refuse,
  text,
} from "../schema.ts";

/** Kernel, precisions and the rows they were learned from: all that a fitted machine depends on, and how it was found. */
export interface EvidenceFit extends Precisions {
  readonly kernel: Kernel;
  /** Rows that differ, with class 0 or 1 and summed weight. */
  readonly rows: Matrix;
  readonly classes: Int32Array;
  readonly weights: Float64Array;
  readonly centers: Centers;
  readonly priors: Float64Array | undefined;
  /** γ, how many parameters the data determine. */
  readonly effective: number;
  /** How much each source column counts, as shares of one, for a kernel with a length scale a column. */
  readonly relevance: Float64Array | undefined;
  /** Where the starts of the search ended, in order. */
  readonly optima: readonly EvidenceOptimum[];
}

/** A fit with its factorization. */
export interface FactoredEvidenceFit extends EvidenceFit {
  readonly law: EvidencePosterior;
  readonly means: LatentClassMeans;
}

/** One Cholesky factorization of I + ϱK. */
export function factorEvidenceFit(engine: Engine, fit: EvidenceFit): FactoredEvidenceFit {
  const { kernel, rows: X, classes, weights, centers } = fit;
  const law = evidencePosterior(engine, evidenceProblem(engine, kernel, { X, classes, weights }), fit);
  return { ...fit, law, means: classCenters(law, centers) };
}

/** Rows that are predicted at a time, to bound the memory that kernel columns take. */
const chunkRows = 1024;

/** The posterior of a machine: class probabilities with the uncertainty of its output integrated out. */
export function bayesianLeastSquaresPosterior(
  engine: Engine,
  fit: FactoredEvidenceFit,
  figures: FitFigures,
): NumericPosterior {
  return {
    ...figures,
    predict(X, level) {
      const [logProbabilities, lower, upper, latentMean, latentDeviation] = Array.from({ length: 5 }, () =>
        matrix(X.rows, 2),
      );
      for (let start = 0; start < X.rows; start += chunkRows) {
        const { logits, deviations } = logitsOf(engine, fit, rowsFrom(X, start));
        for (const [i, logit] of logits.entries()) {
          for (const [c, sign] of [-1, 1].entries()) {
            const at = 2 * (start + i) + c;
            const log = logSigmoid(sign * logit);
            const [low, high] = logitInterval(sign * logit, deviations[i], level);
            logProbabilities.data[at] = log;
            lower.data[at] = Math.min(Math.exp(log), low);
            upper.data[at] = Math.max(Math.exp(log), high);
            latentMean.data[at] = sign * logit;
            latentDeviation.data[at] = deviations[i];
          }
        }
      }
      return { logProbabilities, lower, upper, latentMean, latentDeviation };
    },
    parameters: () => fitDocument(fit),
  };
}

/** The log probabilities of both classes for each row, under the priors of the fit. */
export function evidenceLogProbabilities(engine: Engine, fit: FactoredEvidenceFit, X: Matrix): Matrix {
  const { logits } = logitsOf(engine, fit, X);
  return matrix(
    X.rows,
    2,
    Float64Array.from({ length: 2 * X.rows }, (_, at) => logSigmoid((at % 2 === 0 ? -1 : 1) * logits[at >> 1])),
  );
}

function rowsFrom({ data, rows, columns }: Matrix, start: number): Matrix {
  const count = Math.min(chunkRows, rows - start);
  return matrix(count, columns, data.subarray(start * columns, (start + count) * columns));
}

/** The log odds of class 1 and their deviation d√v/(v + 1/ζ), d the distance of the centers and v the variance of f. */
function logitsOf(
  engine: Engine,
  { kernel, rows, law, means, centers, priors }: FactoredEvidenceFit,
  X: Matrix,
): { readonly logits: Float64Array; readonly deviations: Float64Array } {
  const moments = aroundClassMeans(predictionAt(law, kernel.cross(engine, rows, X), kernel.diagonal(X)), means);
  const { distance, variance } = moments;
  const precision = law.noisePrecision;
  return {
    logits: classLogOdds(moments, {
      precision,
      distance,
      priorLogOdds: priorLogOdds(centers, classSizes(law), priors),
    }),
    deviations: variance.map((v) => (distance * Math.sqrt(v)) / (v + 1 / precision)),
  };
}

function fitDocument(fit: EvidenceFit): Record<string, unknown> {
  const { kernel, functionPrecision, noisePrecision, centers, rows, classes, weights, priors } = fit;
  return {
    kernel: kernel.toDocument(),
    functionPrecision,
    noisePrecision,
    centers,
    rows: matrixDocument(rows),
    classes: Array.from(classes),
    weights: Array.from(weights),
    ...(priors && { priors: Array.from(priors) }),
    effective: fit.effective,
    ...(fit.relevance && { relevance: Array.from(fit.relevance) }),
    optima: fit.optima.map(({ objective, kernel: values, ratio, converged, status }) => ({
      ...(objective !== undefined && { objective }),
      ...(values && { kernel: Array.from(values) }),
      ...(ratio !== undefined && { ratio }),
      converged,
      status,
    })),
  };
}

const schema = record({
  kernel: plainObject,
  functionPrecision: finiteNumber,
  noisePrecision: finiteNumber,
  centers: oneOf("targets", "empirical"),
  rows: matrixReader,
  classes: numberList,
  weights: numberList,
  priors: optional(numberList),
  effective: finiteNumber,
  relevance: optional(numberList),
  optima: list(
    record({
      objective: optional(finiteNumber),
      kernel: optional(numberList),
      ratio: optional(finiteNumber),
      converged: flag,
      status: text,
    }),
  ),
});

/** Reads the parameters back, checks that they belong together and factorizes. */
export function readEvidenceFit(engine: Engine, document: unknown, path: string): FactoredEvidenceFit {
  const read = schema(document, path);
  const { functionPrecision, noisePrecision, rows, weights, priors, effective } = read;
  const n = rows.rows;
  const expect = (holds: boolean, name: string, expected: string, value: unknown): void => {
    if (!holds) refuse(`${path}.${name}`, expected, value);
  };
  const isPositive = (value: number): boolean => value > 0;
  expect(functionPrecision > 0, "functionPrecision", "a positive number", functionPrecision);
  expect(noisePrecision > 0, "noisePrecision", "a positive number", noisePrecision);
  expect(effective > 0, "effective", "a positive number", effective);
  expect(
    rows.data.every((value) => Math.abs(value) <= largestEncodedValue),
    "rows",
    `numbers up to ${largestEncodedValue}`,
    rows,
  );
  expect(
    read.classes.length === n &&
      [0, 1].every((q) => read.classes.includes(q)) &&
      read.classes.every((q) => q === 0 || q === 1),
    "classes",
    `${n} times 0 or 1, both occurring`,
    read.classes,
  );
  expect(weights.length === n && weights.every(isPositive), "weights", `${n} positive numbers`, weights);
  expect(!priors || (priors.length === 2 && priors.every(isPositive)), "priors", "2 positive numbers", priors);
  try {
    return factorEvidenceFit(engine, {
      ...read,
      kernel: kernelFromDocument(read.kernel),
      classes: Int32Array.from(read.classes),
    });
  } catch (error) {
    if (!(error instanceof NumericalError)) throw error;
    throw new InputError("invalid-document", `${path} does not describe a machine: ${error.message}`);
  }
}
