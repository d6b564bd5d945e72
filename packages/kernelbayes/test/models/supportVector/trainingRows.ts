import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { matrix, type Matrix } from "../../../src/engine/matrix.ts";
import type { DualProblem } from "../../../src/models/supportVector/dual.ts";
import { kernelRows } from "../../../src/rows/kernel/kernelRows.ts";
import { gaussian } from "../../../src/kernels/gaussian.ts";
import { normal, stream } from "../../../src/random/index.ts";

/** Two overlapping clouds in the plane. */
export function cloudRows(n: number, seed = 1, distance = 1.5): { readonly X: Matrix; readonly signs: Float64Array } {
  const random = stream(seed);
  const signs = Float64Array.from({ length: n }, (_, i) => (i % 2 === 0 ? 1 : -1));
  const X = matrix(n, 2);
  signs.forEach((sign, i) => {
    X.data[2 * i] = (sign * distance) / 2 + normal(random);
    X.data[2 * i + 1] = normal(random);
  });
  return { X, signs };
}

/** The dual of a gaussian machine on such rows. */
export function cloudDual(
  n: number,
  cost: number,
  { seed = 1, lengthScale = 1 }: { seed?: number; lengthScale?: number } = {},
): DualProblem {
  const { X, signs } = cloudRows(n, seed);
  const rows = kernelRows(selectEngine(), gaussian({ lengthScale }), X);
  return { rows, signs, costs: new Float64Array(n).fill(cost) };
}

/** The value of the dual, ½ βᵀKβ − yᵀβ, from the coefficients alone. */
export function dualValue(problem: DualProblem, coefficients: Float64Array): number {
  const residuals = residualsOf(problem, coefficients);
  return -0.5 * coefficients.reduce((sum, beta, i) => sum + beta * (problem.signs[i] + residuals[i]), 0);
}

/** y − Kβ. */
export function residualsOf({ rows, signs }: DualProblem, coefficients: Float64Array): Float64Array {
  const residuals = signs.slice();
  coefficients.forEach((beta, j) => {
    const row = rows.row(j);
    for (let i = 0; i < residuals.length; i++) residuals[i] -= beta * row[i];
  });
  return residuals;
}
