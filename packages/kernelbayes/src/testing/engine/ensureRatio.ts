import { matrix, mapMatrix, type Matrix } from "../../engine/matrix.ts";
import { identity } from "../../matrix/diagonal.ts";
import { ensure } from "../check.ts";
import { transposed } from "../matrices.ts";

/** The limit of LAPACK's TESTING for residuals in units of n · ε. */
export const limit = 30;

/** The limit for the iterative decompositions. */
export const iterativeLimit = 60;

/** The sizes every operation is checked at. */
export const sizes: readonly number[] = [0, 1, 2, 3, 5, 10, 50, 127];

/** The same with one that no block divides and that fills several of them. */
export const sizesWithLarge: readonly number[] = [...sizes, 300];

/** Throws unless a residual, in units of rounding, is below the limit; NaN is not. */
export function ensureRatio(ratio: number, below: number, what: string): void {
  ensure(ratio < below, `${what}: the residual ratio is ${ratio.toPrecision(4)}; it must be below ${below}.`);
}

/** Residual over size · ε · scale; nothing over nothing is 0. */
export function ratioOf(residual: number, size: number, scale: number): number {
  return residual === 0 ? 0 : residual / scale / (Math.max(1, size) * Number.EPSILON);
}

/** The largest column sum of absolute values. */
export function oneNorm(a: Matrix): number {
  const sums = new Float64Array(a.columns);
  a.data.forEach((value, index) => {
    sums[index % a.columns] += Math.abs(value);
  });
  return sums.reduce((largest, sum) => Math.max(largest, sum), 0);
}

/** |A|, entry by entry. */
export function absolute(a: Matrix): Matrix {
  return mapMatrix(a, Math.abs);
}

/** The largest ratio of an entry of a residual to size · ε · its own scale; NaN if there is one. */
export function largestRatio(residual: Matrix, size: number, scales: Matrix): number {
  return residual.data.reduce(
    (largest, value, index) => Math.max(largest, ratioOf(Math.abs(value), size, scales.data[index])),
    0,
  );
}

/** A · B by inner products, written out here so that the battery does not lean on what it checks. */
export function naiveProduct(a: Matrix, b: Matrix): Matrix {
  const right = transposed(b).data;
  const length = a.columns;
  const result = matrix(a.rows, b.columns);
  for (let i = 0; i < a.rows; i++) {
    for (let j = 0; j < b.columns; j++) {
      let sum = 0;
      for (let k = 0; k < length; k++) sum += a.data[i * length + k] * right[j * length + k];
      result.data[i * b.columns + j] = sum;
    }
  }
  return result;
}

/** A − B, after a check that the shapes are the same. */
export function difference(a: Matrix, b: Matrix): Matrix {
  ensure(
    a.rows === b.rows && a.columns === b.columns && a.data.length === b.data.length,
    `The result is ${a.rows} × ${a.columns} with ${a.data.length} numbers; it must be ${b.rows} × ${b.columns}.`,
  );
  return mapMatrix(a, (value, index) => value - b.data[index]);
}

/** ‖A − B‖ / (size · ε · scale) in the one-norm. */
export function distanceRatio(a: Matrix, b: Matrix, size: number, scale: number): number {
  return ratioOf(oneNorm(difference(a, b)), size, scale);
}

/** The largest difference between two vectors of one length. */
export function largestDistance(a: Float64Array, b: Float64Array): number {
  ensure(a.length === b.length, `There are ${a.length} numbers; there must be ${b.length}.`);
  return a.reduce((largest, value, i) => Math.max(largest, Math.abs(value - b[i])), 0);
}

/** ‖QᵀQ − I‖ / (rows · ε). */
export function orthogonalityRatio(Q: Matrix): number {
  return distanceRatio(naiveProduct(transposed(Q), Q), identity(Q.columns), Q.rows, 1);
}

/** Throws unless the matrix equals its transpose bit for bit. */
export function ensureSymmetric(a: Matrix, what: string): void {
  ensure(a.rows === a.columns, `${what}: the result is ${a.rows} × ${a.columns}.`);
  ensure(sameNumbers(a.data, transposed(a).data), `${what}: the result is not exactly symmetric.`);
}

/** Throws unless everything above the diagonal is zero. */
export function ensureLower(a: Matrix, what: string): void {
  const above = a.data.findIndex((value, index) => index % a.columns > Math.floor(index / a.columns) && value !== 0);
  ensure(above < 0, `${what}: there is ${a.data[above]} above the diagonal.`);
}

/** Whether two vectors hold the same numbers, NaN being the same as itself. */
export function sameNumbers(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!(a[i] === b[i] || (Number.isNaN(a[i]) && Number.isNaN(b[i])))) return false;
  return true;
}
