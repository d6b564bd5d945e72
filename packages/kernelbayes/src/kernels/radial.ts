import type { Engine } from "../engine/engine.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import type { ColumnParameter } from "./columnParameter.ts";
import type { ParameterDescription } from "./kernel.ts";
import { requireWeights } from "./shapes.ts";

/** The parameter that gaussian, matern and rational quadratic kernels have in common. */
export const lengthScaleDescription: ParameterDescription = {
  name: "lengthScale",
  symbol: "ℓ",
  default: 1,
  lower: 1e-5,
  upper: 1e5,
  text: "The distance over which the latent function may change, in units of the (standardized) column. A column whose length scale grows large has ceased to matter.",
  perColumn: true,
};

/** 1/ℓⱼ² for each column. */
export function inverseSquares(lengthScale: ColumnParameter, columns: number): Float64Array {
  return lengthScale.perColumn(columns).map((each) => 1 / (each * each));
}

/** r² = Σⱼ (xⱼ − zⱼ)² / ℓⱼ² of two rows. */
export function scaledSquare(x: ArrayLike<number>, z: ArrayLike<number>, lengthScale: ColumnParameter): number {
  const weights = inverseSquares(lengthScale, x.length);
  let sum = 0;
  for (let j = 0; j < x.length; j++) sum += weights[j] * (x[j] - z[j]) ** 2;
  return sum;
}

/** f(r²) for the rows of X against those of Z, or of X itself. */
export function radialMatrix(
  engine: Engine,
  x: Matrix,
  z: Matrix | undefined,
  lengthScale: ColumnParameter,
  f: (squared: number) => number,
): Matrix {
  const R = engine.squaredDistances(x, z, inverseSquares(lengthScale, x.columns));
  return matrix(R.rows, R.columns, R.data.map(f));
}

/**
 * Σ_ab W_ab ∂k_ab/∂log ℓ for a kernel k = f(r²), r² = Σⱼ dⱼ²/ℓⱼ², with slope(r²) = −2 f′(r²):
 *
 *     ∂k/∂log ℓⱼ = slope(r²) dⱼ²/ℓⱼ²,    ∂k/∂log ℓ = slope(r²) r² for one length scale.
 *
 * The squares are taken of differences, pair by pair, so that close rows far from the origin lose no digits; the diagonal
 * counts nothing. O(n²) for one length scale and O(n²p) for one a column, in one scratch matrix. Where the slope has
 * underflowed to 0 the pair counts nothing, however far apart it is.
 */
export function lengthScaleGradient(
  engine: Engine,
  x: Matrix,
  weights: Matrix,
  lengthScale: ColumnParameter,
  slope: (squared: number) => number,
): Float64Array {
  requireWeights(x, weights);
  const n = x.rows;
  const inverse = inverseSquares(lengthScale, x.columns);
  const R = engine.squaredDistances(x, undefined, inverse).data;
  if (lengthScale.relevance === "one") {
    let sum = 0;
    for (let a = 0; a < n; a++) {
      for (let b = 0; b < a; b++) {
        const squared = R[a * n + b];
        const factor = squared === 0 ? 0 : slope(squared);
        if (factor !== 0) sum += weights.data[a * n + b] * factor * squared;
      }
    }
    return Float64Array.of(2 * sum);
  }
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < a; b++) {
      const squared = R[a * n + b];
      R[a * n + b] = squared === 0 ? 0 : weights.data[a * n + b] * slope(squared);
    }
  }
  const sums = squaredDifferences(x, R);
  return lengthScale.gather(sums.map((each, j) => each * inverse[j]));
}

/** Σ_ab V_ab (x_aj − x_bj)² for each column j, V symmetric; only what lies below its diagonal is read. */
export function squaredDifferences(x: Matrix, V: Float64Array): Float64Array {
  const { data, rows: n, columns: p } = x;
  const sums = new Float64Array(p);
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < a; b++) {
      const weight = 2 * V[a * n + b];
      if (weight === 0) continue;
      for (let j = 0, i = a * p, k = b * p; j < p; j++, i++, k++) {
        const difference = data[i] - data[k];
        sums[j] += weight * difference * difference;
      }
    }
  }
  return sums;
}
