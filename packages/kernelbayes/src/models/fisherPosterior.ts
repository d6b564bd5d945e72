import type { Engine } from "../engine/engine.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import { InputError, NumericalError } from "../errors.ts";
import { classLogOdds, empiricalLogOdds, type OddsSettings } from "../inference/fisher/classOdds.ts";
import { fisherContrasts, type FisherContrasts } from "../inference/fisher/contrasts.ts";
import { kernelOnRows } from "../inference/fisher/kernelOnRows.ts";
import { contrastAt, type LatentMoments } from "../inference/fisher/law.ts";
import { fisherPosterior, type FisherPosterior } from "../inference/fisher/posterior.ts";
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
  optional,
  plainObject,
  record,
  refuse,
  text,
} from "../schema.ts";

/** Where one start of the search ended. */
export interface FisherOptimum {
  /** 𝒥, the evidence with the prior of β; absent where the start failed. */
  readonly objective?: number | undefined;
  /** The parameters of the kernel, in its order, and β. */
  readonly kernel?: Float64Array | undefined;
  readonly precision?: number | undefined;
  readonly converged: boolean;
  /** How the search ended, in words. */
  readonly status: string;
}

/** Kernel, β and the rows they were learned from: all that a fitted discriminant depends on. */
export interface FisherFit {
  readonly kernel: Kernel;
  readonly precision: number;
  /** Rows that differ, with class 0 or 1 and summed weight. */
  readonly rows: Matrix;
  readonly classes: Int32Array;
  readonly weights: Float64Array;
  readonly priors: Float64Array | undefined;
  /** Where the starts of the search ended, in order. */
  readonly optima: readonly FisherOptimum[];
}

/** A fit with its factorization. */
export interface FactoredFit extends FisherFit {
  readonly contrasts: FisherContrasts;
  readonly law: FisherPosterior;
}

/** One Cholesky factorization of I + βK. */
export function factorFit(engine: Engine, fit: FisherFit): FactoredFit {
  const { kernel, precision, rows, classes, weights } = fit;
  const contrasts = fisherContrasts(classes, weights);
  const law = fisherPosterior(engine, kernelOnRows(engine, kernel, rows, contrasts), contrasts, { precision });
  return { ...fit, contrasts, law };
}

/** Rows that are predicted at a time, to bound the memory that kernel columns take. */
const chunkRows = 1024;

/** The posterior of a discriminant: class probabilities with the uncertainty of the projection integrated out. */
export function bayesianFisherPosterior(engine: Engine, fit: FactoredFit, figures: FitFigures): NumericPosterior {
  const settings = oddsOf(fit);
  return {
    ...figures,
    predict(X, level) {
      const [logProbabilities, lower, upper, latentMean, latentDeviation] = Array.from({ length: 5 }, () =>
        matrix(X.rows, 2),
      );
      for (let start = 0; start < X.rows; start += chunkRows) {
        const part = rowsFrom(X, start);
        const { logits, deviations } = logitsOf(engine, fit, settings, part);
        for (let i = 0; i < part.rows; i++) {
          for (const [c, sign] of [-1, 1].entries()) {
            const at = 2 * (start + i) + c;
            const log = logSigmoid(sign * logits[i]);
            const [low, high] = logitInterval(sign * logits[i], deviations[i], level);
            logProbabilities.data[at] = log;
            lower.data[at] = Math.min(Math.exp(log), low);
            upper.data[at] = Math.max(Math.exp(log), high);
            latentMean.data[at] = sign * logits[i];
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
export function fisherLogProbabilities(engine: Engine, fit: FactoredFit, X: Matrix): Matrix {
  const { logits } = logitsOf(engine, fit, oddsOf(fit), X);
  return matrix(
    X.rows,
    2,
    Float64Array.from({ length: 2 * X.rows }, (_, at) => logSigmoid((at % 2 === 0 ? -1 : 1) * logits[at >> 1])),
  );
}

function oddsOf({ law, contrasts, priors }: FactoredFit): OddsSettings {
  const priorLogOdds = priors ? Math.log(priors[1] / priors[0]) : empiricalLogOdds(contrasts);
  return { precision: law.precision, distance: law.distance, priorLogOdds };
}

function rowsFrom({ data, rows, columns }: Matrix, start: number): Matrix {
  const count = Math.min(chunkRows, rows - start);
  return matrix(count, columns, data.subarray(start * columns, (start + count) * columns));
}

/** The log odds of class 1 and their deviation d√v_g/(v_g + 1/β). */
function logitsOf(
  engine: Engine,
  { kernel, rows, law }: FactoredFit,
  settings: OddsSettings,
  X: Matrix,
): { readonly logits: Float64Array; readonly deviations: Float64Array } {
  const moments: LatentMoments = contrastAt(engine, law, kernel.cross(engine, rows, X), kernel.diagonal(X));
  return {
    logits: classLogOdds(moments, settings),
    deviations: moments.variance.map((v) => (settings.distance * Math.sqrt(v)) / (v + 1 / settings.precision)),
  };
}

function fitDocument({
  kernel,
  precision,
  rows,
  classes,
  weights,
  priors,
  optima,
}: FisherFit): Record<string, unknown> {
  return {
    kernel: kernel.toDocument(),
    precision,
    rows: matrixDocument(rows),
    classes: Array.from(classes),
    weights: Array.from(weights),
    ...(priors && { priors: Array.from(priors) }),
    optima: optima.map(({ objective, kernel: values, precision: beta, converged, status }) => ({
      ...(objective !== undefined && { objective }),
      ...(values && { kernel: Array.from(values) }),
      ...(beta !== undefined && { precision: beta }),
      converged,
      status,
    })),
  };
}

const schema = record({
  kernel: plainObject,
  precision: finiteNumber,
  rows: matrixReader,
  classes: numberList,
  weights: numberList,
  priors: optional(numberList),
  optima: list(
    record({
      objective: optional(finiteNumber),
      kernel: optional(numberList),
      precision: optional(finiteNumber),
      converged: flag,
      status: text,
    }),
  ),
});

/** Reads the parameters back, checks that they belong together and factorizes. */
export function readFisherFit(engine: Engine, document: unknown, path: string): FactoredFit {
  const read = schema(document, path);
  const { precision, rows, weights, priors, optima } = read;
  const n = rows.rows;
  const expect = (holds: boolean, name: string, expected: string, value: unknown): void => {
    if (!holds) refuse(`${path}.${name}`, expected, value);
  };
  const isPositive = (value: number): boolean => value > 0;
  expect(precision > 0, "precision", "a positive number", precision);
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
  const kernel = kernelFromDocument(read.kernel);
  const classes = Int32Array.from(read.classes);
  try {
    return factorFit(engine, { kernel, precision, rows, classes, weights, priors, optima });
  } catch (error) {
    if (!(error instanceof NumericalError)) throw error;
    throw new InputError("invalid-document", `${path} does not describe a discriminant: ${error.message}`);
  }
}
