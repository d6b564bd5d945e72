import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import type { CanonicalForm } from "./canonicalForm.ts";
import type { Response } from "./leaveOneOutAt.ts";
import { openBias } from "./openBias.ts";

/** The minimizer: f(x) = Σⱼ αⱼ φⱼ(x) + b. */
export interface LeastSquaresSolution {
  readonly coefficients: Float64Array;
  readonly bias: number;
}

/**
 * The coefficients and the bias at one regularization, in O(n r). In canonical coordinates c of the targets less the bias
 * they are cⱼ/(λⱼ + μ), times whatever the form has between its coordinates and its columns.
 */
export function solutionAt(form: CanonicalForm, response: Response, mu: number): LeastSquaresSolution {
  const { eigenvalues, rootWeights, bias, columnMeans } = form;
  const { coordinates, constant, mean } = response;
  const b = openBias(eigenvalues, response, mu)?.b ?? 0;
  const solved = eigenvalues.map((value, j) => (coordinates[j] - b * (constant?.[j] ?? 0)) / (value + mu));
  const coefficients = form.coefficients(solved);
  if (columnMeans) {
    return { coefficients, bias: mean - coefficients.reduce((sum, value, j) => sum + value * columnMeans[j], 0) };
  }
  if (bias === "column")
    return { coefficients: coefficients.slice(0, -1), bias: coefficients[coefficients.length - 1] };
  if (bias !== "kernel") return { coefficients, bias: b };
  // The constant has the sum of the coefficients where it was added to the kernel.
  return { coefficients, bias: coefficients.slice(0, rootWeights.length).reduce((sum, value) => sum + value, 0) };
}

/** The outputs at the training rows, Φ α + b, for columns Φ. */
export function outputsOf(engine: Engine, columns: Matrix, { coefficients, bias }: LeastSquaresSolution): Float64Array {
  return engine.multiply(columns, matrix(coefficients.length, 1, coefficients)).data.map((value) => value + bias);
}
