import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { factorize, type Factor } from "../../../matrix/factorize.ts";
import { multiplyVector, columnSquares } from "../../../matrix/dot.ts";
import { scaleRowsAndColumns } from "../../../matrix/addMatrices.ts";
import { requireVariance } from "../../../numeric/requireVariance.ts";

/**
 * A latent function with covariance A on the rows and a bias about which nothing is known, seen through Gaussian sites of
 * precision W: everything that follows from
 *
 *     B = I + S A S = L Lᵀ,   S = W^½,   R = S B⁻¹ S = (A + W⁻¹)⁻¹,
 *
 * without an inverse of A or of W, so that a row of precision 0 does no harm.
 */
export interface BorderedSystem {
  /** W ≥ 0. */
  readonly precisions: Float64Array;
  /** The diagonal of S. */
  readonly roots: Float64Array;
  /** Of B. */
  readonly factor: Factor;
  /** R 1. */
  readonly constant: Float64Array;
  /** 1ᵀ R 1, one over the variance of the bias; 0 where no row carries a site. */
  readonly constantTotal: number;
}

/** One Cholesky factorization. */
export function borderedSystem(engine: Engine, A: Matrix, precisions: Float64Array): BorderedSystem {
  const roots = precisions.map(Math.sqrt);
  const factor = factorize(engine, onePlusScaled(A, roots));
  const constant = factor.solveVector(roots).map((value, i) => roots[i] * value);
  return { precisions, roots, factor, constant, constantTotal: constant.reduce((sum, value) => sum + value, 0) };
}

/** The lower triangle of I + S A S, which is all that a factorization reads. */
function onePlusScaled({ data, rows: n }: Matrix, roots: Float64Array): Matrix {
  const B = matrix(n, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) B.data[i * n + j] = roots[i] * roots[j] * data[i * n + j];
    B.data[i * n + i] += 1;
  }
  return B;
}

/** R v. */
export function applyPrecision({ roots, factor }: BorderedSystem, v: Float64Array): Float64Array {
  return factor.solveVector(v.map((value, i) => roots[i] * value)).map((value, i) => roots[i] * value);
}

/**
 * The variance of f(x) + b under the Gaussian reading of the bordered system, a prior covariance A and a flat bias:
 *
 *     a(x, x) − a(x)ᵀR a(x) + (1 − a(x)ᵀR1)²/1ᵀR1,
 *
 * from the covariances of new rows with the training rows (n × t) and their own. Infinite where no row carries a site.
 */
export function latentVariance(engine: Engine, system: BorderedSystem, cross: Matrix, own: Float64Array): Float64Array {
  return functionalVariance(engine, system, { images: cross, own, ofConstant: 1 });
}

/**
 * The same for a functional F in place of the value at a row: `images` are the F(a(·, xᵢ)), `own` is F applied to both arguments of a, and
 * `ofConstant` is F(1), 1 for values and 0 for differences.
 */
export function functionalVariance(
  engine: Engine,
  { roots, factor, constant, constantTotal }: BorderedSystem,
  { images: cross, own, ofConstant: ofOne }: { images: Matrix; own: Float64Array; ofConstant: number },
): Float64Array {
  const ones = new Float64Array(cross.columns).fill(1);
  const explained = columnSquares(engine.solveTriangular(factor.lower, scaleRowsAndColumns(cross, roots, ones)));
  const ofConstant = multiplyVector(cross, constant, { transpose: true });
  return own.map((variance, t) => {
    if (!(constantTotal > 0)) return Infinity;
    return requireVariance(variance - explained[t], variance) + (ofOne - ofConstant[t]) ** 2 / constantTotal;
  });
}
