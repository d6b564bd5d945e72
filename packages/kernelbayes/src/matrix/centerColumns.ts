import { mapMatrix } from "./addMatrices.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
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

/**
 * H K H with H = I − 1 1ᵀ / n, for a symmetric K: the Gram matrix of the features after their mean was taken off. Exactly
 * symmetric.
 */
export function doubleCenter(K: Matrix): Matrix {
  const means = columnMeans(K);
  const grand = means.reduce((sum, mean) => sum + mean, 0) / K.rows;
  return mapMatrix(K, (value, at) => value - (means[Math.floor(at / K.columns)] + means[at % K.columns]) + grand);
}

/** The mean of each column; NaN without rows. */
export function columnMeans(a: Matrix): Float64Array {
  const sums = new Float64Array(a.columns);
  for (let i = 0, at = 0; i < a.rows; i++) {
    for (let j = 0; j < a.columns; j++, at++) sums[j] += a.data[at];
  }
  return sums.map((sum) => sum / a.rows);
}

/** The weighted mean of each column. */
export function grandMean({ data, rows, columns: p }: Matrix, weights: Float64Array): Float64Array {
  const sums = new Float64Array(p);
  let total = 0;
  for (let i = 0; i < rows; i++) {
    total += weights[i];
    for (let j = 0; j < p; j++) sums[j] += weights[i] * data[i * p + j];
  }
  return sums.map((sum) => sum / total);
}
