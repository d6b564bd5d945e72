import { requireLength } from "./requireLength.ts";
import type { Matrix } from "../engine/matrix.ts";

/** Σ xᵢ yᵢ. */
export function dot(x: ArrayLike<number>, y: ArrayLike<number>): number {
  requireLength(y.length, x.length, "The length of both vectors");
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i] * y[i];
  return sum;
}

/** A x, or Aᵀ x with `transpose`. */
export function multiplyVector(
  a: Matrix,
  x: Float64Array,
  { transpose = false }: { readonly transpose?: boolean } = {},
): Float64Array {
  requireLength(x.length, transpose ? a.rows : a.columns, "The length of the vector");
  return transpose ? transposed(a, x) : plain(a, x);
}

/** Four rows at a time, so that no sum waits for another. */
function plain({ data, rows, columns }: Matrix, x: Float64Array): Float64Array {
  const result = new Float64Array(rows);
  const whole = rows - (rows % 4);
  for (let i = 0; i < whole; i += 4) {
    let p = 0;
    let q = 0;
    let r = 0;
    let s = 0;
    for (let j = 0, at = i * columns; j < columns; j++, at++) {
      const value = x[j];
      p += data[at] * value;
      q += data[at + columns] * value;
      r += data[at + 2 * columns] * value;
      s += data[at + 3 * columns] * value;
    }
    result[i] = p;
    result[i + 1] = q;
    result[i + 2] = r;
    result[i + 3] = s;
  }
  for (let i = whole; i < rows; i++) result[i] = dot(data.subarray(i * columns, (i + 1) * columns), x);
  return result;
}

function transposed({ data, rows, columns }: Matrix, x: Float64Array): Float64Array {
  const result = new Float64Array(columns);
  for (let i = 0; i < rows; i++) {
    const factor = x[i];
    for (let j = 0, at = i * columns; j < columns; j++, at++) result[j] += factor * data[at];
  }
  return result;
}

/** Σ_ij A_ij B_ij = trace(Aᵀ B), which is trace(A B) when A is symmetric, in O(n²). */
export function traceOfProduct(a: Matrix, b: Matrix): number {
  requireLength(b.rows, a.rows, "The number of rows of both matrices");
  requireLength(b.columns, a.columns, "The number of columns of both matrices");
  return dot(a.data, b.data);
}

/** Σ xᵢ, in the order of the numbers. */
export function sumOf(x: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i];
  return sum;
}

/** a − b. */
export function minus(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((entry, j) => entry - b[j]);
}

/** −a. */
export function negated(a: Float64Array): Float64Array {
  return a.map((entry) => -entry);
}

/** a + factor · b. */
export function plusScaled(a: Float64Array, factor: number, b: Float64Array): Float64Array {
  return a.map((entry, j) => entry + factor * b[j]);
}

/** The squared length of each column. */
export function columnSquares({ data, rows, columns }: Matrix): Float64Array {
  const result = new Float64Array(columns);
  for (let i = 0, at = 0; i < rows; i++) for (let j = 0; j < columns; j++, at++) result[j] += data[at] * data[at];
  return result;
}

/** The squared length of each row. */
export function rowSquares({ data, rows, columns }: Matrix): Float64Array {
  const result = new Float64Array(rows);
  for (let i = 0, at = 0; i < rows; i++) {
    let square = 0;
    for (let j = 0; j < columns; j++, at++) square += data[at] * data[at];
    result[i] = square;
  }
  return result;
}
