import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { identity } from "../../matrix/identity.ts";
import type { KernelFeatures } from "./kernelFeatures.ts";
import type { NormalEquations } from "./normalEquations.ts";

/** A machine of an expansion: f(x) = Σⱼ αⱼ k(xⱼ, x) + b. */
interface ExpansionMachine {
  readonly coefficients: Float64Array;
  readonly bias: number;
  /** Variance of the noise around the targets, per unit of weight. */
  readonly noise: number;
}

/** Machines on the same kernel columns, with what their outputs' uncertainty needs. */
export interface Expansion {
  readonly machines: readonly ExpansionMachine[];
  /** r × r, lower triangular, and r: the variance of an output is noise · (1/n + ‖spread · k − shift‖²). */
  readonly spread: Matrix;
  readonly shift: Float64Array;
  /** n, the sum of the weights. */
  readonly total: number;
}

/**
 * The solution of normal equations in terms of kernel columns k. Features are z = L⁻¹k − z̄, weights C⁻ᵀYᵀt̃; the posterior
 * variance of an output under Gaussian noise is σ² (1/n + ‖C⁻¹z‖²), with σ² = ‖residuals‖²/(n − 1 − tr H).
 */
export function expansionOf(
  engine: Engine,
  { means, factor: L }: Pick<KernelFeatures, "means" | "factor">,
  { factor: C, Y, centers, coordinates, residuals, total }: NormalEquations,
): Expansion {
  const r = C.rows;
  const M = centers.length;
  const weights = engine.solveTriangular(C, coordinates, { transpose: true });
  const coefficients = L ? engine.solveTriangular(L, weights, { transpose: true }) : weights;
  const trace = Y.data.reduce((sum, value) => sum + value * value, 0);
  // Where the features fit every target there is no noise left to be measured.
  const freedom = Math.max(total - 1 - trace, 1e-9 * total);
  return {
    machines: Array.from(centers, (center, m) => {
      let squares = 0;
      for (let i = 0; i < residuals.rows; i++) squares += residuals.data[i * M + m] ** 2;
      let shift = 0;
      for (let j = 0; j < r; j++) shift += means[j] * weights.data[j * M + m];
      return {
        coefficients: Float64Array.from({ length: r }, (_, j) => coefficients.data[j * M + m]),
        bias: center - shift,
        noise: squares / freedom,
      };
    }),
    spread: engine.solveTriangular(C, L ? engine.solveTriangular(L, identity(r)) : identity(r)),
    shift: engine.solveTriangular(C, matrix(r, 1, means)).data,
    total,
  };
}
