import type { TransposeOptions } from "../engine.ts";
import { matrix, type Matrix, transpose } from "../matrix.ts";
import { requireRoom, requireShape } from "./shape.ts";

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
