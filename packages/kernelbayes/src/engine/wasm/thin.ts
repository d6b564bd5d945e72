import { matrix, type Matrix } from "../matrix.ts";

// A matrix with one column costs about as much to copy into WebAssembly memory as to multiply where it is: such operands stay.

/** Up to so many rows or columns, or right-hand sides, an operand counts as thin. */
export const thinnest = 2;

/** op(A) · op(B), one column of the result at a time, or one row when there are fewer of those. */
export function multiplyThin(a: Matrix, b: Matrix, transposeA: boolean, transposeB: boolean): Matrix {
  const rows = transposeA ? a.columns : a.rows;
  const columns = transposeB ? b.rows : b.columns;
  const result = matrix(rows, columns);
  if (columns <= rows) {
    for (let j = 0; j < columns; j++) {
      const column = timesVector(a, transposeA, vectorOf(b, transposeB, j));
      for (let i = 0; i < rows; i++) result.data[i * columns + j] = column[i];
    }
  } else {
    for (let i = 0; i < rows; i++) {
      result.data.set(timesVector(b, !transposeB, vectorOf(a, !transposeA, i)), i * columns);
    }
  }
  return result;
}

/** Column j of op(B). */
function vectorOf(b: Matrix, transpose: boolean, j: number): Float64Array {
  if (transpose) return b.data.subarray(j * b.columns, (j + 1) * b.columns);
  return Float64Array.from({ length: b.rows }, (_, i) => b.data[i * b.columns + j]);
}

/** op(A) v. */
function timesVector({ data, rows, columns }: Matrix, transpose: boolean, v: Float64Array): Float64Array {
  const result = new Float64Array(transpose ? columns : rows);
  if (transpose) {
    for (let i = 0; i < rows; i++) {
      const factor = v[i];
      const start = i * columns;
      for (let j = 0; j < columns; j++) result[j] += factor * data[start + j];
    }
  } else {
    for (let i = 0; i < rows; i++) result[i] = inner(data, i * columns, v, columns);
  }
  return result;
}

/** Σ dataₖ vₖ over `length` entries from `start` on, in four sums that do not wait for each other. */
function inner(data: Float64Array, start: number, v: Float64Array, length: number): number {
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  let k = 0;
  for (; k + 3 < length; k += 4) {
    s0 += data[start + k] * v[k];
    s1 += data[start + k + 1] * v[k + 1];
    s2 += data[start + k + 2] * v[k + 2];
    s3 += data[start + k + 3] * v[k + 3];
  }
  for (; k < length; k++) s0 += data[start + k] * v[k];
  return s0 + s1 + (s2 + s3);
}

/** op(L)⁻¹ v in place of v, for a lower triangle of order n. */
export function solveThinInPlace({ data, rows: n }: Matrix, transpose: boolean, v: Float64Array): void {
  if (transpose) {
    for (let i = n - 1; i >= 0; i--) {
      const start = i * n;
      const value = v[i] / data[start + i];
      v[i] = value;
      for (let j = 0; j < i; j++) v[j] -= value * data[start + j];
    }
  } else {
    for (let i = 0; i < n; i++) v[i] = (v[i] - inner(data, i * n, v, i)) / data[i * n + i];
  }
}
