import { matrix, type Matrix, transpose as transposed } from "../matrix.ts";

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
