import type { Matrix } from "../../../src/engine/matrix.ts";
import { fisherContrasts } from "../../../src/rows/fisherContrasts.ts";
import { classGroups } from "../../../src/rows/classGroups.ts";
import { directionBiases } from "../../../src/models/leastSquares/penalized/penalizedForm.ts";
import { kernelFisherForm } from "../../../src/models/leastSquares/penalized/kernelFisherForm.ts";
import { fromRows } from "../../../src/matrix/row.ts";
import { engine, kernelOf } from "./fisherSupport.ts";

interface Input {
  readonly kind: "rbf";
  readonly theta: readonly number[];
  readonly X: number[][];
  readonly y: number[];
  readonly Z: number[][];
}

type Case = Input & ({ readonly regulariser: "I" | "K"; readonly mu: number } | { readonly relativeThreshold: number });

/** The kernel Fisher discriminants of the baselines, as the model has them for any number of classes. */
export function kernelFisher(input: Case): unknown {
  const kernel = kernelOf(input.kind, input.theta);
  const X = fromRows(input.X);
  const K = kernel.matrix(engine, X);
  const cross = kernel.cross(engine, X, fromRows(input.Z));
  const contrasts = fisherContrasts(input.y);
  const groups = classGroups(input.y, 2);
  const projections = (columns: Matrix, alpha: Matrix, bias = 0): Float64Array =>
    engine.multiply(columns, alpha, { transposeA: true }).data.map((value) => value + bias);
  if ("relativeThreshold" in input) {
    const form = kernelFisherForm(engine, { K }, groups, "threshold");
    const { coefficients, ratios } = form.directionsAt(input.relativeThreshold);
    const bias = directionBiases(K, contrasts, coefficients.data).grandMean;
    return {
      keptEigenvalues: form.fitAt(input.relativeThreshold).shares.filter((share) => share === 0).length,
      betweenOverTotal: ratios[0],
      trainProjection: projections(K, coefficients, bias),
      testProjection: projections(cross, coefficients, bias),
    };
  }
  const penalty = input.regulariser === "I" ? "identity" : "kernel";
  const { coefficients, ratios } = kernelFisherForm(engine, { K }, groups, penalty).directionsAt(input.mu);
  const biases = directionBiases(K, contrasts, coefficients.data);
  return {
    alphaUnitT: coefficients.data,
    // The scatter between two classes is (αᵀKδ)²/κ.
    rayleigh: contrasts.kappa * ratios[0],
    biasMidpoint: biases.midpoint,
    biasGrandMean: biases.grandMean,
    testProjection: projections(cross, coefficients),
  };
}
