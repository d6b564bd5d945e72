import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { factorize, type Factor } from "../../../matrix/factorize.ts";

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
