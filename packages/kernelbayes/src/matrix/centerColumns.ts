import { matrix, type Matrix } from "../engine/matrix.ts";
import { columnMeans } from "./columnMeans.ts";
import { requireLength } from "./requireLength.ts";

/** A with `means` taken off its rows; its own column means unless others (those of the training rows) are given. */
export function centerColumns(a: Matrix, means: Float64Array = columnMeans(a)): Matrix {
  requireLength(means.length, a.columns, "The number of means");
  const result = matrix(a.rows, a.columns);
  const [source, target] = [a.data, result.data];
  for (let i = 0, at = 0; i < a.rows; i++) {
    for (let j = 0; j < a.columns; j++, at++) target[at] = source[at] - means[j];
  }
  return result;
}
