import type { Engine } from "../../engine/engine.ts";
import { mapMatrix, type Matrix } from "../../engine/matrix.ts";
import type { ColumnParameter } from "./columnParameter.ts";
import type { ParameterDescription } from "../kernel.ts";
import { slopeWeights } from "./pairWeights.ts";
import { requireWeights } from "./requireWeights.ts";
import { squaredDifferences } from "./squaredDifferences.ts";

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

/** f(r²) for the rows of X against those of Z, or of X itself: then f is asked once for a pair and its mirror image. */
export function radialMatrix(
  engine: Engine,
  x: Matrix,
  z: Matrix | undefined,
  lengthScale: ColumnParameter,
  f: (squared: number) => number,
): Matrix {
  const R = engine.squaredDistances(x, z, inverseSquares(lengthScale, x.columns));
  return z === undefined ? mapInPlace(R, f) : mapMatrix(R, f);
}

/**
 * Σ_ab W_ab ∂k_ab/∂log ℓ for a kernel k = f(r²), r² = Σⱼ dⱼ²/ℓⱼ², with slope(r²) = −2 f′(r²):
 *
 *     ∂k/∂log ℓⱼ = slope(r²) dⱼ²/ℓⱼ²,    ∂k/∂log ℓ = slope(r²) r² for one length scale.
 *
 * O(n²) for one length scale and O(n²p) for one a column. Equal rows count nothing, and neither do rows so far apart that the
 * slope has underflowed to 0.
 */
export function lengthScaleGradient(
  engine: Engine,
  x: Matrix,
  weights: Matrix,
  lengthScale: ColumnParameter,
  slope: (squared: number) => number,
): Float64Array {
  requireWeights(x, weights);
  const inverse = inverseSquares(lengthScale, x.columns);
  const distances = engine.squaredDistances(x, undefined, inverse);
  if (lengthScale.relevance === "each") {
    const pairs = slopeWeights(weights, distances, slope);
    return lengthScale.gather(squaredDifferences(engine, x, pairs, inverse).columns);
  }
  const n = x.rows;
  const R = distances.data;
  const W = weights.data;
  let forScale = 0;
  for (let a = 0; a < n; a++) {
    // Half of what is summed: the other half is the mirror image.
    for (let at = a * n; at < a * n + a; at++) {
      const squared = R[at];
      if (squared === 0) continue;
      const factor = slope(squared);
      if (factor !== 0) forScale += W[at] * factor * squared;
    }
  }
  return Float64Array.of(2 * forScale);
}

/** Puts f of every entry into the place of the entry, in a symmetric matrix. */
function mapInPlace(R: Matrix, f: (entry: number) => number): Matrix {
  const n = R.rows;
  for (let a = 0; a < n; a++) {
    for (let b = 0; b <= a; b++) {
      const value = f(R.data[a * n + b]);
      R.data[a * n + b] = value;
      R.data[b * n + a] = value;
    }
  }
  return R;
}
