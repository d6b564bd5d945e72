import { matrix, type Matrix } from "../engine/matrix.ts";
import { columnMeans } from "./columnMeans.ts";
import { requireLength } from "./requireLength.ts";

/** A with `means` taken off its rows; its own column means unless others (those of the training rows) are given. */
export function centerColumns(a: Matrix, means: Float64Array = columnMeans(a)): Matrix {
  requireLength(means.length, a.columns, "The number of means");
  return matrix(
    a.rows,
    a.columns,
    a.data.map((value, index) => value - means[index % a.columns]),
  );
}
