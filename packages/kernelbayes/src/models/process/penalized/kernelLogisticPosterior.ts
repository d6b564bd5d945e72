import type { Engine } from "../../../engine/engine.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import { InputError, NumericalError } from "../../../errors.ts";
import { borderedSystem, type BorderedSystem, latentVariance } from "./borderedSystem.ts";
import { centeredCovariance, type CenteredCovariance } from "./centeredCovariance.ts";
import { slopesAt } from "./kernelLogisticMode.ts";
import type { KernelLogisticChoice } from "./searchGrid.ts";
import type { SignedRows } from "../latent/latentApproximation.ts";
import { kernelFromDocument } from "../../../kernels/index.ts";
import { multiplyVector } from "../../../matrix/multiplyVector.ts";
import { largestEncodedValue } from "../../../posterior/largestEncodedValue.ts";
import type { FitFigures, NumericPosterior } from "../../../posterior/numericPosterior.ts";
import {
  finiteNumber,
  matrixDocument,
  matrixReader,
  numberList,
  plainObject,
  record,
  refuse,
} from "../../../schema.ts";
import { oddsPrediction, type Odds } from "../../../calibration/oddsPrediction.ts";

/** A fitted machine: f(x) = Σ aᵢ A(xᵢ, x) + b with A the centered C k is the log odds of class 1 under the class frequencies. */
export interface KernelLogisticFit extends KernelLogisticChoice {
  /** Rows that differ, with class 0 or 1 and summed weight. */
  readonly rows: Matrix;
  readonly classes: Int32Array;
  readonly weights: Float64Array;
  readonly coefficients: Float64Array;
  readonly bias: number;
}

/** A fit with what its intervals need. */
export interface FactoredKernelLogisticFit extends KernelLogisticFit {
  readonly covariance: CenteredCovariance;
  readonly system: BorderedSystem;
}

/** The signs and weights of rows with class 0 or 1. */
export function signedRows({ classes, weights }: Pick<KernelLogisticFit, "classes" | "weights">): SignedRows {
  return { signs: Float64Array.from(classes, (q) => 2 * q - 1), weights };
}

/** One Cholesky factorization, at the outputs that the coefficients give. */
export function factorKernelLogistic(engine: Engine, fit: KernelLogisticFit): FactoredKernelLogisticFit {
  const covariance = centeredCovariance(engine, fit.kernel, fit.cost, fit.rows);
  const outputs = multiplyVector(covariance.A, fit.coefficients).map((f) => f + fit.bias);
  const system = borderedSystem(engine, covariance.A, slopesAt(outputs, signedRows(fit)).W);
  return { ...fit, covariance, system };
}

/** Rows that are predicted at a time, to bound the memory that kernel columns take. */
const chunkRows = 1024;

/** Class probabilities at the mode, with intervals by the Gaussian reading of the penalty: f ~ N(0, C K) and a flat bias. */
export function kernelLogisticPosterior(
  engine: Engine,
  fit: FactoredKernelLogisticFit,
  figures: FitFigures,
): NumericPosterior {
  return {
    ...figures,
    predict: (X, level) =>
      oddsPrediction(X, level, chunkRows, (rows): Odds => {
        const { cross, own } = fit.covariance.at(rows);
        return {
          logits: outputsOf(fit, cross),
          deviations: latentVariance(engine, fit.system, cross, own).map(Math.sqrt),
        };
      }),
    parameters: () => fitDocument(fit),
  };
}

/** The log odds of class 1 at new rows, from their covariances with the training rows. */
export function outputsOf(
  { coefficients, bias }: Pick<KernelLogisticFit, "coefficients" | "bias">,
  cross: Matrix,
): Float64Array {
  return multiplyVector(cross, coefficients, { transpose: true }).map((f) => f + bias);
}

function fitDocument(fit: KernelLogisticFit): Record<string, unknown> {
  const { kernel, cost, rows, classes, weights, coefficients, bias } = fit;
  return {
    kernel: kernel.toDocument(),
    cost,
    rows: matrixDocument(rows),
    classes: Array.from(classes),
    weights: Array.from(weights),
    coefficients: Array.from(coefficients),
    bias,
  };
}

const schema = record({
  kernel: plainObject,
  cost: finiteNumber,
  rows: matrixReader,
  classes: numberList,
  weights: numberList,
  coefficients: numberList,
  bias: finiteNumber,
});

/** Reads the parameters back, checks that they belong together and factorizes. */
export function readKernelLogistic(engine: Engine, document: unknown, path: string): FactoredKernelLogisticFit {
  const read = schema(document, path);
  const { cost, rows, classes, weights, coefficients } = read;
  const n = rows.rows;
  const expect = (holds: boolean, name: string, expected: string, value: unknown): void => {
    if (!holds) refuse(`${path}.${name}`, expected, value);
  };
  const isPositive = (value: number): boolean => value > 0;
  const isEncoded = (value: number): boolean => Math.abs(value) <= largestEncodedValue;
  expect(cost > 0 && isEncoded(cost), "cost", `a positive number up to ${largestEncodedValue}`, cost);
  expect(rows.data.every(isEncoded), "rows", `numbers up to ${largestEncodedValue}`, rows);
  expect(isEncoded(read.bias), "bias", `a number up to ${largestEncodedValue}`, read.bias);
  expect(
    classes.length === n && [0, 1].every((q) => classes.includes(q)) && classes.every((q) => q === 0 || q === 1),
    "classes",
    `${n} times 0 or 1, both occurring`,
    classes,
  );
  expect(
    weights.length === n && weights.every(isPositive) && weights.every(isEncoded),
    "weights",
    `${n} positive numbers`,
    weights,
  );
  expect(
    coefficients.length === n && coefficients.every((a, i) => Math.abs(a) <= weights[i] * (1 + 1e-6)),
    "coefficients",
    `${n} numbers no larger than the weights`,
    coefficients,
  );
  try {
    return factorKernelLogistic(engine, {
      ...read,
      kernel: kernelFromDocument(read.kernel),
      classes: Int32Array.from(classes),
    });
  } catch (error) {
    if (!(error instanceof NumericalError)) throw error;
    throw new InputError("invalid-document", `${path} does not describe a machine: ${error.message}`);
  }
}
