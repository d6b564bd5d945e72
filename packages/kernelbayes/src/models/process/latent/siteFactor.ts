import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { NumericalError } from "../../../errors.ts";

/**
 * L with L Lᵀ = B = I + S K S for S = diag(roots): the matrix that Gaussian sites of precision s² leave to be solved. Its
 * eigenvalues are at least 1, whatever K is, so that rows may repeat. It is written to `into`, where that is given. Throws a
 * `NumericalError` where numbers are not finite.
 */
export function siteFactor(engine: Engine, K: Matrix, roots: Float64Array, into?: Matrix): Matrix {
  const n = K.rows;
  const { data } = K;
  const B = into ?? matrix(n, n);
  // Only the lower triangle is read.
  for (let i = 0, start = 0; i < n; i++, start += n) {
    const root = roots[i];
    for (let j = 0; j <= i; j++) B.data[start + j] = root * roots[j] * data[start + j];
    B.data[start + i] += 1;
  }
  const result = engine.cholesky(B, { into: B });
  if (result.ok) return result.factor;
  throw new NumericalError(
    "not-positive-definite",
    `I + S K S of ${n} rows is not positive definite at pivot ${result.failedAt} (counted from 0): the kernel matrix is ` +
      "indefinite, or the sites are too precise for it.",
  );
}

/** Σ log ℓ_ii = ½ log |B|. */
export function halfLogDeterminant(factor: Matrix): number {
  let sum = 0;
  for (let i = 0; i < factor.rows; i++) sum += Math.log(factor.data[i * factor.rows + i]);
  return sum;
}

/** S B⁻¹ S x, which is (K + S⁻²)⁻¹ x where no root is 0. */
export function solveSites(engine: Engine, factor: Matrix, roots: Float64Array, x: Float64Array): Float64Array {
  const n = roots.length;
  const scaled = matrix(
    n,
    1,
    x.map((value, i) => roots[i] * value),
  );
  return engine.solveFactored(factor, scaled).data.map((value, i) => roots[i] * value);
}

/** Below this s² K_ii the posterior variance is computed from the factor, since 1 − b_ii has lost its digits. */
const cancelling = 1e-6;

/**
 * The posterior variance of f at each row, from the diagonal b of B⁻¹:
 *
 *     v_i = (1 − b_i) / s_i²,    and K_ii − |L⁻¹ S k_i|² where s_i² K_ii < 1e-6.
 */
export function siteVariances(
  engine: Engine,
  K: Matrix,
  roots: Float64Array,
  factor: Matrix,
  inverseDiagonal: Float64Array,
): Float64Array {
  const n = K.rows;
  const few: number[] = [];
  const variances = inverseDiagonal.map((b, i) => {
    const precision = roots[i] * roots[i];
    if (precision * K.data[i * n + i] > cancelling) return (1 - b) / precision;
    few.push(i);
    return K.data[i * n + i];
  });
  if (few.length === 0) return variances;
  const columns = matrix(n, few.length);
  for (let i = 0; i < n; i++) {
    few.forEach((row, j) => (columns.data[i * few.length + j] = roots[i] * K.data[i * n + row]));
  }
  const half = engine.solveTriangular(factor, columns).data;
  for (let i = 0; i < n; i++) few.forEach((row, j) => (variances[row] -= half[i * few.length + j] ** 2));
  return variances;
}
