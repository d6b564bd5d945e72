import type { TransposeOptions } from "../engine.ts";
import { matrix, type Matrix, transpose, transpose as transposed } from "../matrix.ts";
import { requireRoom, requireShape } from "./requireShape.ts";

/** op(A) · op(B), row by row of the result: c_i = Σₖ a_ik b_k. Zeros are not skipped, since 0 · NaN is NaN. */
export function multiply(
  a: Matrix,
  b: Matrix,
  { transposeA = false, transposeB = false, into }: TransposeOptions = {},
): Matrix {
  const left = transposeA ? transpose(a) : a;
  const right = transposeB ? transpose(b) : b;
  requireShape(
    left.columns === right.rows,
    `A product needs as many columns on the left as rows on the right; got ${left.rows} × ${left.columns} ` +
      `and ${right.rows} × ${right.columns}.`,
  );
  const columns = right.columns;
  requireRoom(into, left.rows, columns, "multiply");
  const result = into?.data.fill(0) ?? new Float64Array(left.rows * columns);
  for (let i = 0; i < left.rows; i++) {
    for (let k = 0; k < left.columns; k++) {
      const factor = left.data[i * left.columns + k];
      for (let j = 0; j < columns; j++) result[i * columns + j] += factor * right.data[k * columns + j];
    }
  }
  return matrix(left.rows, columns, result);
}

/** A·Aᵀ, or Aᵀ·A with `transpose`. Each pair of rows is multiplied once, so that the result is exactly symmetric. */
export function symmetricProduct(a: Matrix, { transpose = false }: { readonly transpose?: boolean } = {}): Matrix {
  const { data, rows, columns } = transpose ? transposed(a) : a;
  const result = new Float64Array(rows * rows);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = 0; k < columns; k++) sum += data[i * columns + k] * data[j * columns + k];
      result[i * rows + j] = sum;
      result[j * rows + i] = sum;
    }
  }
  return matrix(rows, rows, result);
}
