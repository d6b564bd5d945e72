import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { InputError, NumericalError } from "../../../errors.ts";
import { softmaxBlocks, type SoftmaxBlocks } from "./blocks.ts";
import { softmaxLikelihood } from "./labelledRows.ts";
import type { SoftmaxOptimum } from "./kernelSearch.ts";
import { latentDraws, normalTable } from "./latentDraws.ts";
import { logMeanSoftmax } from "./meanSoftmax.ts";
import { softmaxPrediction } from "./prediction.ts";
import { kernelFromDocument } from "../../../kernels/index.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { logOfRest, logSoftmaxInPlace } from "../../../numeric/logSoftmaxInPlace.ts";
import { quantileOfSorted } from "../../../numeric/quantile.ts";
import { sigmoid } from "../../../numeric/sigmoid.ts";
import { largestEncodedValue } from "../../../posterior/largestEncodedValue.ts";
import type { FitFigures, NumericPosterior } from "../../../posterior/numericPosterior.ts";
import {
  finiteNumber,
  flag,
  list,
  matrixDocument,
  matrixReader,
  numberList,
  optional,
  plainObject,
  record,
  refuse,
  text,
  wholeNumber,
} from "../../../schema.ts";

/** All that a fitted Gaussian process of many classes depends on, and how it was found. Classes are numbered by their place. */
export interface SoftmaxFit {
  readonly kernel: Kernel;
  /** Rows that differ, with the place of their class and summed weight. */
  readonly rows: Matrix;
  readonly classes: Int32Array;
  readonly weights: Float64Array;
  /** f̂, a column a place. */
  readonly latent: Matrix;
  /** The class number of each place: see `classOrder`. */
  readonly order: Int32Array;
  /** Weighted number of rows of each class, and wanted class probabilities, by place. */
  readonly sizes: Float64Array;
  readonly priors: Float64Array | undefined;
  /** Of the table of normal variates. */
  readonly seed: number;
  /** Where the starts of the search ended, in order. */
  readonly optima: readonly SoftmaxOptimum[];
}

/** A fit with its factorizations, and what predictions share. */
export interface FactoredSoftmaxFit extends SoftmaxFit {
  /** ρ = w (y − π). */
  readonly coefficients: Matrix;
  readonly blocks: SoftmaxBlocks;
  readonly normals: Matrix;
  /** log π'/π of wanted priors and frequencies, by place; zeros where none are wanted. */
  readonly shifts: Float64Array;
}

/** One factorization a class and one more. */
export function factorSoftmaxFit(engine: Engine, fit: SoftmaxFit): FactoredSoftmaxFit {
  const { kernel, rows, classes, weights, latent, sizes, priors, seed } = fit;
  const classCount = sizes.length;
  const { probabilities, slopes } = softmaxLikelihood({ classes, classCount, weights }, latent);
  return {
    ...fit,
    coefficients: slopes,
    blocks: softmaxBlocks(engine, kernel.matrix(engine, rows), probabilities, weights),
    normals: normalTable(seed, classCount),
    shifts: sizes.map((size, k) => (priors ? Math.log(priors[k] / size) : 0)),
  };
}

/** Rows that are predicted at a time, to bound the memory that kernel columns take. */
const chunkRows = 512;

/** The posterior: class probabilities with the uncertainty of the latent functions integrated out. */
export function softmaxProcessPosterior(
  engine: Engine,
  fit: FactoredSoftmaxFit,
  figures: FitFigures,
): NumericPosterior {
  const { order } = fit;
  const C = order.length;
  return {
    ...figures,
    logProbabilities: (X) => softmaxLogProbabilities(engine, fit, X),
    predict(X, level) {
      const [logProbabilities, lower, upper, latentMean, latentDeviation] = Array.from({ length: 5 }, () =>
        matrix(X.rows, C),
      );
      forEachLatent(engine, fit, X, (mean, covariance, row) => {
        const logs = shifted(logMeanSoftmax(mean, covariance, fit.normals), fit.shifts);
        const rest = logOfRest(logs);
        const drawn = drawnLogits(fit, mean, covariance);
        order.forEach((c, k) => {
          const at = row * C + c;
          const probability = Math.exp(logs[k]);
          const sorted = drawn[k].toSorted();
          logProbabilities.data[at] = logs[k];
          lower.data[at] = Math.min(probability, sigmoid(quantileOfSorted(sorted, 0.5 - level / 2)));
          upper.data[at] = Math.max(probability, sigmoid(quantileOfSorted(sorted, 0.5 + level / 2)));
          latentMean.data[at] = logs[k] - rest[k];
          latentDeviation.data[at] = deviationOf(sorted);
        });
      });
      return { logProbabilities, lower, upper, latentMean, latentDeviation };
    },
    parameters: () => fitDocument(fit),
  };
}

/** The log probabilities of all classes for each row, under the priors of the fit. */
export function softmaxLogProbabilities(engine: Engine, fit: FactoredSoftmaxFit, X: Matrix): Matrix {
  const C = fit.order.length;
  const result = matrix(X.rows, C);
  forEachLatent(engine, fit, X, (mean, covariance, row) => {
    const logs = shifted(logMeanSoftmax(mean, covariance, fit.normals), fit.shifts);
    fit.order.forEach((c, k) => (result.data[row * C + c] = logs[k]));
  });
  return result;
}

/** Calls for each row with the law of its latent values. */
function forEachLatent(
  engine: Engine,
  fit: FactoredSoftmaxFit,
  X: Matrix,
  visit: (mean: Float64Array, covariance: Float64Array, row: number) => void,
): void {
  const C = fit.order.length;
  for (let start = 0; start < X.rows; start += chunkRows) {
    const count = Math.min(chunkRows, X.rows - start);
    const part = matrix(count, X.columns, X.data.subarray(start * X.columns, (start + count) * X.columns));
    const cross = fit.kernel.cross(engine, fit.rows, part);
    const { mean, covariance } = softmaxPrediction(engine, fit, cross, fit.kernel.diagonal(part));
    for (let i = 0; i < count; i++) {
      visit(mean.data.subarray(i * C, (i + 1) * C), covariance.data.subarray(i * C * C, (i + 1) * C * C), start + i);
    }
  }
}

/** log p' for p' ∝ p exp(shift). */
function shifted(logs: Float64Array, shifts: Float64Array): Float64Array {
  const result = logs.map((log, k) => log + shifts[k]);
  logSoftmaxInPlace(result);
  return result;
}

/** For each class the logit of its probability in all draws. */
function drawnLogits(
  { normals, shifts }: FactoredSoftmaxFit,
  mean: Float64Array,
  covariance: Float64Array,
): readonly Float64Array[] {
  const C = mean.length;
  const { data, rows } = latentDraws(
    mean.map((value, k) => value + shifts[k]),
    covariance,
    normals,
  );
  const logits = Array.from({ length: C }, () => new Float64Array(rows));
  const shares = new Float64Array(C);
  for (let s = 0; s < rows; s++) {
    let most = 0;
    for (let k = 1; k < C; k++) if (data[s * C + k] > data[s * C + most]) most = k;
    const top = data[s * C + most];
    let others = 0;
    for (let k = 0; k < C; k++) {
      shares[k] = Math.exp(data[s * C + k] - top);
      if (k !== most) others += shares[k];
    }
    // The others of the largest class are summed without it, and never made by subtraction from all.
    for (let k = 0; k < C; k++) {
      logits[k][s] =
        k === most
          ? -Math.log(Math.max(others, Number.MIN_VALUE))
          : data[s * C + k] - top - Math.log1p(others - shares[k]);
    }
  }
  return logits;
}

function deviationOf(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

function fitDocument(fit: SoftmaxFit): Record<string, unknown> {
  const { kernel, rows, classes, weights, latent, order, sizes, priors, seed } = fit;
  return {
    kernel: kernel.toDocument(),
    rows: matrixDocument(rows),
    classes: Array.from(classes),
    weights: Array.from(weights),
    latent: matrixDocument(latent),
    order: Array.from(order),
    sizes: Array.from(sizes),
    ...(priors && { priors: Array.from(priors) }),
    seed,
    optima: fit.optima.map(({ logEvidence, kernel: values, converged, status }) => ({
      ...(logEvidence !== undefined && { logEvidence }),
      ...(values && { kernel: Array.from(values) }),
      converged,
      status,
    })),
  };
}

const schema = record({
  kernel: plainObject,
  rows: matrixReader,
  classes: numberList,
  weights: numberList,
  latent: matrixReader,
  order: numberList,
  sizes: numberList,
  priors: optional(numberList),
  seed: wholeNumber(Number.MIN_SAFE_INTEGER),
  optima: list(
    record({
      logEvidence: optional(finiteNumber),
      kernel: optional(numberList),
      converged: flag,
      status: text,
    }),
  ),
});

/** Latent values beyond this are of no fit: their variance would be beyond all bounds. */
const largestLatentValue = 1e6;

/** Reads the parameters back, checks that they belong together and factorizes. */
export function readSoftmaxFit(engine: Engine, document: unknown, path: string): FactoredSoftmaxFit {
  const read = schema(document, path);
  const { rows, weights, latent, order, sizes, priors } = read;
  const n = rows.rows;
  const C = order.length;
  const expect = (holds: boolean, name: string, expected: string, value: unknown): void => {
    if (!holds) refuse(`${path}.${name}`, expected, value);
  };
  const isPositive = (value: number): boolean => value > 0;
  expect(
    rows.data.every((value) => Math.abs(value) <= largestEncodedValue),
    "rows",
    `numbers up to ${largestEncodedValue}`,
    rows,
  );
  expect(
    C >= 2 && order.toSorted().every((value, k) => value === k),
    "order",
    "the class numbers from 0, each once",
    order,
  );
  expect(
    read.classes.length === n && read.classes.every((k) => Number.isInteger(k) && k >= 0 && k < C),
    "classes",
    `${n} whole numbers from 0 to ${C - 1}`,
    read.classes,
  );
  expect(weights.length === n && weights.every(isPositive), "weights", `${n} positive numbers`, weights);
  expect(
    latent.rows === n && latent.columns === C && latent.data.every((f) => Math.abs(f) <= largestLatentValue),
    "latent",
    `${n} rows of ${C} numbers up to ${largestLatentValue}`,
    latent,
  );
  expect(sizes.length === C && sizes.every(isPositive), "sizes", `${C} positive numbers`, sizes);
  expect(!priors || (priors.length === C && priors.every(isPositive)), "priors", `${C} positive numbers`, priors);
  try {
    return factorSoftmaxFit(engine, {
      ...read,
      kernel: kernelFromDocument(read.kernel),
      classes: Int32Array.from(read.classes),
      order: Int32Array.from(order),
    });
  } catch (error) {
    if (!(error instanceof NumericalError)) throw error;
    throw new InputError("invalid-document", `${path} does not describe a Gaussian process: ${error.message}`);
  }
}
