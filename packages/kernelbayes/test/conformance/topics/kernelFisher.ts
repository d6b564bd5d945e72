import { fisherContrasts } from "../../../src/rows/fisherContrasts.ts";
import { fisherDirection } from "../../../src/models/leastSquares/penalized/fisherDirection.ts";
import { thresholdDirection } from "../../../src/models/leastSquares/penalized/thresholdDirection.ts";
import { fromRows } from "../../../src/matrix/fromRows.ts";
import { multiplyVector } from "../../../src/matrix/multiplyVector.ts";
import { engine, kernelOf } from "./fisherSupport.ts";

interface Input {
  readonly kind: "rbf";
  readonly theta: readonly number[];
  readonly X: number[][];
  readonly y: number[];
  readonly Z: number[][];
}

type Case = Input & ({ readonly regulariser: "I" | "K"; readonly mu: number } | { readonly relativeThreshold: number });

/** The kernel Fisher discriminants of the baselines. */
export function kernelFisher(input: Case): unknown {
  const kernel = kernelOf(input.kind, input.theta);
  const X = fromRows(input.X);
  const K = kernel.matrix(engine, X);
  const cross = kernel.cross(engine, X, fromRows(input.Z));
  const contrasts = fisherContrasts(input.y);
  const projections = (alpha: Float64Array, bias = 0): Float64Array =>
    multiplyVector(cross, alpha, { transpose: true }).map((value) => value + bias);
  if ("relativeThreshold" in input) {
    const found = thresholdDirection(engine, { K }, contrasts, input.relativeThreshold);
    const bias = found.biases.grandMean;
    return {
      keptEigenvalues: found.kept,
      betweenOverTotal: found.betweenOverTotal,
      trainProjection: multiplyVector(K, found.coefficients).map((value) => value + bias),
      testProjection: projections(found.coefficients, bias),
    };
  }
  const penalty = input.regulariser === "I" ? "identity" : "kernel";
  const { coefficients, rayleigh, biases } = fisherDirection(engine, { K }, contrasts, { penalty, mu: input.mu });
  return {
    alphaUnitT: coefficients,
    rayleigh,
    biasMidpoint: biases.midpoint,
    biasGrandMean: biases.grandMean,
    testProjection: projections(coefficients),
  };
}
