import type {
  CholeskyOptions,
  CholeskyResult,
  TriangularOptions,
  InverseDiagonalOptions,
  IncompleteCholesky,
} from "../engine.ts";
import { matrix, type Matrix, transpose as transposed } from "../matrix.ts";
import { requireFiniteLower, requireRoom, requireSquare, requireShape } from "./requireShape.ts";
import { symmetricProduct } from "./multiply.ts";
import { hypotenuse } from "./norm2.ts";
import { pivoting } from "../pivoting.ts";

/**
 * A = L Lᵀ, row by row: ℓ_ij = (a_ij − Σ_{k<j} ℓ_ik ℓ_jk) / ℓ_jj for j < i, and ℓ_ii² is what remains of a_ii. The first
 * row whose remainder is not positive ends the factorization.
 */
export function cholesky(a: Matrix, { into }: CholeskyOptions = {}): CholeskyResult {
  const n = requireSquare(a, "cholesky");
  requireFiniteLower(a, "cholesky");
  requireRoom(into, n, n, "cholesky");
  const L = into?.data ?? new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let remainder = a.data[i * n + j];
      for (let k = 0; k < j; k++) remainder -= L[i * n + k] * L[j * n + k];
      if (j < i) L[i * n + j] = remainder / L[j * n + j];
      else if (remainder > 0) L[i * n + i] = Math.sqrt(remainder);
      else return { ok: false, failedAt: i }; // also when the remainder is NaN, after an overflow
    }
    L.fill(0, i * n + i + 1, (i + 1) * n);
  }
  return { ok: true, factor: matrix(n, n, L) };
}

/**
 * op(L) X = B or X op(L) = B by substitution. The right side is the left side transposed: X op(L) = B is
 * op(L)ᵀ Xᵀ = Bᵀ. A zero on the diagonal divides by zero, as IEEE arithmetic does.
 */
export function solveTriangular(
  lower: Matrix,
  b: Matrix,
  { side = "left", transpose = false, into }: TriangularOptions = {},
): Matrix {
  const n = requireSquare(lower, "solveTriangular");
  const fits = side === "left" ? b.rows === n : b.columns === n;
  requireShape(fits, `A ${n} × ${n} factor cannot be solved from the ${side} for a ${b.rows} × ${b.columns} matrix.`);
  requireRoom(into, b.rows, b.columns, "solveTriangular");
  const X = side === "left" ? matrix(b.rows, b.columns, b.data.slice()) : transposed(b);
  if (transpose === (side === "left")) substituteBackward(lower, X);
  else substituteForward(lower, X);
  const solution = side === "left" ? X : transposed(X);
  if (!into) return solution;
  into.data.set(solution.data);
  return matrix(b.rows, b.columns, into.data);
}

/** X ← L⁻¹ X, from the first row to the last. */
function substituteForward({ data: L, rows: n }: Matrix, { data: X, columns }: Matrix): void {
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) subtractRow(X, columns, i, k, L[i * n + k]);
    divideRow(X, columns, i, L[i * n + i]);
  }
}

/** X ← L⁻ᵀ X, from the last row to the first. */
function substituteBackward({ data: L, rows: n }: Matrix, { data: X, columns }: Matrix): void {
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) subtractRow(X, columns, i, k, L[k * n + i]);
    divideRow(X, columns, i, L[i * n + i]);
  }
}

/** x_i ← x_i − factor · x_k. */
function subtractRow(X: Float64Array, columns: number, i: number, k: number, factor: number): void {
  for (let j = 0; j < columns; j++) X[i * columns + j] -= factor * X[k * columns + j];
}

function divideRow(X: Float64Array, columns: number, i: number, divisor: number): void {
  for (let j = 0; j < columns; j++) X[i * columns + j] /= divisor;
}

/** (L Lᵀ)⁻¹ B = L⁻ᵀ (L⁻¹ B). */
export function solveFactored(lower: Matrix, b: Matrix): Matrix {
  return solveTriangular(lower, solveTriangular(lower, b), { transpose: true });
}

/** (L Lᵀ)⁻¹ = (L⁻¹)ᵀ L⁻¹, as a symmetric product. */
export function inverseFactored(lower: Matrix): Matrix {
  return symmetricProduct(inverseLower(lower, "inverseFactored"), { transpose: true });
}

/** The squared lengths of the columns of L⁻¹. */
export function inverseDiagonal(lower: Matrix, { room }: InverseDiagonalOptions = {}): Float64Array {
  requireRoom(room, lower.rows, lower.columns, "inverseDiagonal");
  return lowerColumnSquares(inverseLower(lower, "inverseDiagonal"));
}

/** The squared lengths of the columns of a lower triangular matrix; what stands above its diagonal is not read. */
export function lowerColumnSquares({ data, rows: n }: Matrix): Float64Array {
  const squares = new Float64Array(n);
  for (let i = 0, start = 0; i < n; i++, start += n) {
    for (let j = 0; j <= i; j++) squares[j] += data[start + j] * data[start + j];
  }
  return squares;
}

function inverseLower(lower: Matrix, operation: string): Matrix {
  const n = requireSquare(lower, operation);
  const identity = new Float64Array(n * n);
  for (let i = 0; i < n; i++) identity[i * n + i] = 1;
  return solveTriangular(lower, matrix(n, n, identity));
}

/** The factor of L Lᵀ + sign · v vᵀ by n plane rotations. */
export function updateFactored(lower: Matrix, v: Float64Array, sign: 1 | -1): CholeskyResult {
  const n = requireSquare(lower, "updateFactored");
  requireShape(v.length === n, `A ${n} × ${n} factor cannot be updated by a vector of length ${v.length}.`);
  return sign === 1 ? update(lower, v) : downdate(lower, v);
}

/** Rotations of the columns of (L, v), first to last, each of which annihilates one entry of v. */
function update(lower: Matrix, v: Float64Array): CholeskyResult {
  const n = lower.rows;
  const L = copyLower(lower);
  const x = v.slice();
  for (let k = 0; k < n; k++) {
    const length = hypotenuse(L[k * n + k], x[k]);
    if (length === 0) return { ok: false, failedAt: k }; // L was singular, and v does not mend it
    const cosine = L[k * n + k] / length;
    const sine = x[k] / length;
    for (let i = k; i < n; i++) {
      const entry = L[i * n + k];
      L[i * n + k] = cosine * entry + sine * x[i];
      x[i] = cosine * x[i] - sine * entry;
    }
  }
  return { ok: true, factor: matrix(n, n, L) };
}

/**
 * The method of LINPACK's dchdd. With a = L⁻¹ v the determinant of each leading block shrinks by 1 − Σ aᵢ² over that block,
 * so the first sum to reach 1 is the first pivot lost. Otherwise the rotations that carry (a, √(1 − ‖a‖²)) to
 * (0, 1), last entry first, carry (L, 0) to (new L, v).
 */
function downdate(lower: Matrix, v: Float64Array): CholeskyResult {
  const n = lower.rows;
  const a = solveTriangular(lower, matrix(n, 1, v)).data;
  let remainder = 1;
  for (let k = 0; k < n; k++) {
    remainder -= a[k] * a[k];
    if (!(remainder > 0)) return { ok: false, failedAt: k };
  }
  const L = copyLower(lower);
  const x = new Float64Array(n);
  let rest = Math.sqrt(remainder);
  for (let k = n - 1; k >= 0; k--) {
    const length = hypotenuse(rest, a[k]);
    const cosine = rest / length;
    const sine = a[k] / length;
    rest = length;
    for (let i = k; i < n; i++) {
      const entry = L[i * n + k];
      L[i * n + k] = cosine * entry - sine * x[i];
      x[i] = cosine * x[i] + sine * entry;
    }
  }
  return { ok: true, factor: matrix(n, n, L) };
}

function copyLower({ data, rows: n }: Matrix): Float64Array {
  const result = new Float64Array(n * n);
  for (let i = 0; i < n; i++) result.set(data.subarray(i * n, i * n + i + 1), i * n);
  return result;
}

/** Pivoted Cholesky by the rules of `pivoting`: each column less its share in the earlier ones. */
export function incompleteCholesky(
  diagonal: Float64Array,
  column: (index: number) => Float64Array,
  options?: { readonly tolerance?: number; readonly rank?: number },
): IncompleteCholesky {
  const n = diagonal.length;
  const rules = pivoting(diagonal, column, options);
  const columns: Float64Array[] = [];
  for (let pivot = rules.next(); pivot >= 0; pivot = rules.next()) {
    const next = rules.columnOf(pivot).slice();
    for (const earlier of columns) for (let i = 0; i < n; i++) next[i] -= earlier[i] * earlier[pivot];
    rules.take(pivot, next);
    columns.push(next);
  }
  const factor = matrix(n, columns.length);
  columns.forEach((values, j) => {
    for (let i = 0; i < n; i++) factor.data[i * columns.length + j] = values[i];
  });
  return { factor, pivots: Int32Array.from(rules.pivots), residualTrace: rules.residualTrace() };
}
