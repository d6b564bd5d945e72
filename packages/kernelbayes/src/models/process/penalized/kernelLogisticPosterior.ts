import { encodedMatrix } from "../../../posterior/largestEncodedValue.ts";
import type { Engine } from "../../../engine/engine.ts";
import { mapMatrix, type Matrix } from "../../../engine/matrix.ts";
import { columnMeans } from "../../../matrix/centerColumns.ts";
import { selectRows } from "../../../matrix/row.ts";
import { borderedSystem, type BorderedSystem, functionalVariance, latentVariance } from "./borderedSystem.ts";
import { centeredCovariance, type CenteredCovariance } from "./centeredCovariance.ts";
import { slopesAt } from "./kernelLogisticMode.ts";
import type { KernelWithCost } from "./chooseKernel.ts";
import { signedRows } from "../latent/latentApproximation.ts";
import { multiplyVector } from "../../../matrix/dot.ts";
import { encodedNumber } from "../../../posterior/largestEncodedValue.ts";
import type { FitFigures, NumericPosterior } from "../../../posterior/numericPosterior.ts";
import { type LatentExpansion, oneFunction, oneSum } from "../../../posterior/latentExpansion.ts";
import { oddsPrediction, oddsProbabilities, type Odds } from "../../../calibration/oddsPrediction.ts";
import { madeOf, numbers, numbersOf, record, refined, that, type RecordCodec } from "../../../codec.ts";
import { expectLabelled, kernelCodec, rowClasses } from "../../parts/kernelCodec.ts";

/** A fitted machine: f(x) = Σ aᵢ A(xᵢ, x) + b with A the centered C k is the log odds of class 1 under the class frequencies. */
export interface KernelLogisticFit extends KernelWithCost {
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
    probabilities: (X) => oddsProbabilities(X, chunkRows, (rows) => outputsOf(fit, fit.covariance.at(rows).cross)),
    expansion: () => latentOf(engine, fit),
    parameters: () => fitCodec.write(fit),
  };
}

/** Σ aᵢ A(xᵢ, x) + b in terms of the kernel itself: C (aᵢ − ā) k(xᵢ, x) and a constant, f at the first row less the rest there. */
function latentOf(engine: Engine, fit: FactoredKernelLogisticFit): LatentExpansion {
  const { kernel, cost, rows, coefficients, covariance, system } = fit;
  const mean = coefficients.reduce((sum, a) => sum + a, 0) / coefficients.length;
  const weights = coefficients.map((a) => cost * (a - mean));
  const first = selectRows(rows, [0]);
  const [there] = multiplyVector(kernel.cross(engine, first, rows), weights);
  const [output] = outputsOf(fit, covariance.at(first).cross);
  return oneFunction({
    constant: output - there,
    sums: [oneSum(kernel, rows, weights)],
    link: { kind: "logistic", slope: 1, offset: 0 },
    variance({ images, own }) {
      if (!own) return undefined;
      const means = columnMeans(images[0]);
      const centered = mapMatrix(images[0], (value, at) => cost * (value - means[at % means.length]));
      return functionalVariance(engine, system, {
        images: centered,
        own: own()[0].map((value) => cost * value),
        ofConstant: 0,
      });
    },
  });
}

/** The log odds of class 1 at new rows, from their covariances with the training rows. */
export function outputsOf(
  { coefficients, bias }: Pick<KernelLogisticFit, "coefficients" | "bias">,
  cross: Matrix,
): Float64Array {
  return multiplyVector(cross, coefficients, { transpose: true }).map((f) => f + bias);
}

const fitCodec: RecordCodec<KernelLogisticFit> = refined(
  record({
    kernel: kernelCodec,
    cost: that(encodedNumber, "a positive number", (cost) => cost > 0),
    rows: encodedMatrix,
    classes: rowClasses,
    weights: numbersOf(that(encodedNumber, "a positive number", (weight) => weight > 0)),
    coefficients: numbers,
    bias: encodedNumber,
  }),
  (fit, expect) => {
    const { rows, weights, coefficients } = fit;
    expectLabelled(fit, expect);
    expect.length(coefficients, ".coefficients", rows.rows);
    const areBounded = coefficients.every((a, i) => Math.abs(a) <= weights[i] * (1 + 1e-6));
    expect.that(areBounded, ".coefficients", "no larger than the weights", coefficients);
  },
);

/** Reads the parameters back, checks that they belong together and factorizes. */
export function readKernelLogistic(engine: Engine, document: unknown, path: string): FactoredKernelLogisticFit {
  const fit = fitCodec.read(document, path);
  return madeOf(path, "a machine", () => factorKernelLogistic(engine, fit));
}
