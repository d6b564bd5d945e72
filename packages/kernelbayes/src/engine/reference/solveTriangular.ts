import type { TriangularOptions } from "../engine.ts";
import { matrix, type Matrix, transpose as transposed } from "../matrix.ts";
import { requireRoom, requireShape, requireSquare } from "./shape.ts";

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
