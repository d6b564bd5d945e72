import type { CholeskyResult, Engine } from "../engine/engine.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import { NumericalError } from "../errors.ts";
import { columnSquares } from "./dot.ts";
import { addToDiagonal, diagonal, identity } from "./diagonal.ts";

/** A symmetric positive definite matrix A = L Lᵀ, ready to be solved with. */
export interface Factor {
  /** The lower triangle L. */
  readonly lower: Matrix;
  /** log |A| = 2 Σ log ℓ_ii. */
  readonly logDeterminant: number;
  /** What was added to the diagonal to make A positive definite; 0 normally. */
  readonly jitter: number;
  /** A⁻¹ B. */
  solve(b: Matrix): Matrix;
  /** A⁻¹ v. */
  solveVector(v: Float64Array): Float64Array;
  /** L⁻¹ B, whose columns have the squared lengths bᵀ A⁻¹ b. */
  halfSolve(b: Matrix): Matrix;
  /** A⁻¹, exactly symmetric. */
  inverse(): Matrix;
  /** The diagonal of A⁻¹. */
  inverseDiagonal(): Float64Array;
  /** The factor of A + v vᵀ, in O(n²). */
  update(v: Float64Array): Factor;
  /** The factor of A − v vᵀ, in O(n²); a `NumericalError` if that is not positive definite. */
  downdate(v: Float64Array): Factor;
}

export interface FactorizeOptions {
  /** Add to the diagonal, if that is what it takes: 1e-12 of its mean, then ten times as much, up to 1e-4. Default false. */
  readonly jitter?: boolean;
  /** Whether the factor may take the memory of the matrix, which is lost then. Without effect with `jitter`. Default false. */
  readonly inPlace?: boolean;
}

/** Relative to the mean of the diagonal. */
const jitters = [1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4];

/**
 * The Cholesky factor of a symmetric matrix, of which the lower triangle is read. Throws a `NumericalError` with code
 * "not-positive-definite" if there is none.
 */
export function factorize(
  engine: Engine,
  a: Matrix,
  { jitter = false, inPlace = false }: FactorizeOptions = {},
): Factor {
  const result = engine.cholesky(a, inPlace && !jitter ? { into: a } : {});
  if (result.ok) return factorOf(engine, result.factor, 0);
  if (!jitter)
    throw notPositiveDefinite(result.failedAt, a.rows, "Add a diagonal term, or factorize with `jitter: true`.");
  const mean = diagonal(a).reduce((sum, value) => sum + value, 0) / a.rows;
  const attempts = mean > 0 ? jitters : [];
  for (const relative of attempts) {
    const attempt = engine.cholesky(addToDiagonal(a, relative * mean));
    if (attempt.ok) return factorOf(engine, attempt.factor, relative * mean);
  }
  const tried =
    attempts.length > 0 ? `even with ${jitters.at(-1)} times its mean added` : "since its mean is not positive";
  throw notPositiveDefinite(
    result.failedAt,
    a.rows,
    `The diagonal cannot mend it, ${tried}: the matrix is truly indefinite.`,
  );
}

function factorOf(engine: Engine, lower: Matrix, jitter: number): Factor {
  const n = lower.rows;
  const changed = (result: CholeskyResult): Factor => {
    if (result.ok) return factorOf(engine, result.factor, jitter);
    throw notPositiveDefinite(
      result.failedAt,
      n,
      "The vector taken off is longer than the matrix allows; factorize anew.",
    );
  };
  return {
    lower,
    logDeterminant: logDeterminantOf(lower),
    jitter,
    solve: (b) => engine.solveFactored(lower, b),
    solveVector: (v) => engine.solveFactored(lower, matrix(v.length, 1, v)).data,
    halfSolve: (b) => engine.solveTriangular(lower, b),
    inverse: () => engine.inverseFactored(lower),
    inverseDiagonal: () => columnSquares(engine.solveTriangular(lower, identity(n))),
    update: (v) => changed(engine.updateFactored(lower, v, 1)),
    downdate: (v) => changed(engine.updateFactored(lower, v, -1)),
  };
}

function logDeterminantOf(lower: Matrix): number {
  let sum = 0;
  for (const value of diagonal(lower)) sum += 2 * Math.log(value);
  return sum;
}

function notPositiveDefinite(failedAt: number, size: number, advice: string): NumericalError {
  return new NumericalError(
    "not-positive-definite",
    `The ${size} × ${size} matrix is not positive definite to working precision: pivot ${failedAt} (counted from 0) is ` +
      `not positive. ${advice}`,
  );
}
