import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { identity } from "../../../matrix/diagonal.ts";
import type { Expansion } from "../../parts/expansion.ts";
import type { Bias } from "../canonical/bias.ts";
import type { KernelFeatures } from "../tuned/kernelFeatures.ts";
import type { NormalEquations } from "../tuned/normalEquations.ts";

/** What an expansion is made of, in terms of features z. */
export interface FeatureSolution extends Pick<NormalEquations, "centers" | "residuals" | "trace" | "total" | "bias"> {
  /** The weights of the features, a column for each machine. */
  readonly weights: Matrix;
  /** What turns features into vectors whose squared length, times the noise, is the variance of the output without its bias. */
  spreadOf(features: Matrix, noises: Float64Array): Matrix;
}

/**
 * The solution of normal equations in terms of kernel columns k. Features are z = L⁻¹k − z̄ (or L⁻¹k, or that with a 1 behind
 * it, by the bias), weights C⁻ᵀYᵀt̃; the posterior variance of an output under Gaussian noise is σ² (1/n + ‖C⁻¹z‖²), with
 * σ² = ‖residuals‖²/(n − tr H). 1/n stands for a free bias.
 */
export function expansionOf(
  engine: Engine,
  features: Pick<KernelFeatures, "means" | "factor">,
  equations: NormalEquations,
): Expansion {
  const { factor: C, coordinates } = equations;
  return expansionIn(engine, features, {
    ...equations,
    weights: engine.solveTriangular(C, coordinates, { transpose: true }),
    spreadOf: (some) => engine.solveTriangular(C, some),
  });
}

/** A solution in terms of kernel columns. */
export function expansionIn(
  engine: Engine,
  { means, factor: L }: Pick<KernelFeatures, "means" | "factor">,
  { weights, spreadOf, centers, residuals, trace, total, bias }: FeatureSolution,
): Expansion {
  const r = means.length;
  const M = centers.length;
  const ofFeatures = firstRows(weights, r);
  const coefficients = L ? engine.solveTriangular(L, ofFeatures, { transpose: true }) : ofFeatures;
  // Where the features fit every target there is no noise left to be measured.
  const freedom = Math.max(total - trace, 1e-9 * total);
  const noises = Float64Array.from(centers, (_, m) => {
    let squares = 0;
    for (let i = 0; i < residuals.rows; i++) squares += residuals.data[i * M + m] ** 2;
    return squares / freedom;
  });
  const turned = matrix(weights.rows, r);
  turned.data.set((L ? engine.solveTriangular(L, identity(r)) : identity(r)).data);
  return {
    machines: Array.from(centers, (center, m) => {
      let shift = 0;
      for (let j = 0; j < r; j++) shift += means[j] * weights.data[j * M + m];
      return {
        coefficients: Float64Array.from({ length: r }, (_, j) => coefficients.data[j * M + m]),
        bias: bias === "regularized" ? weights.data[r * M + m] : center - shift,
        noise: noises[m],
      };
    }),
    spread: spreadOf(turned, noises),
    shift: spreadOf(matrix(weights.rows, 1, constantOf(means, bias)), noises).data,
    total: bias === "free" ? total : undefined,
  };
}

/** What the features of a row less L⁻¹k are, with the sign turned. */
function constantOf(means: Float64Array, bias: Bias): Float64Array {
  return bias === "regularized" ? Float64Array.from([...means, -1]) : means;
}

function firstRows({ data, rows, columns }: Matrix, count: number): Matrix {
  return rows === count ? matrix(rows, columns, data) : matrix(count, columns, data.slice(0, count * columns));
}
