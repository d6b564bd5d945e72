import { matrix, type Matrix } from "../matrix.ts";

/** The transposed matrix, as a copy. */
export function transpose(a: Matrix): Matrix {
  const { data, rows, columns } = a;
  const result = new Float64Array(data.length);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) result[j * rows + i] = data[i * columns + j];
  }
  return matrix(columns, rows, result);
}
