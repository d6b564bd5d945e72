import { matrix, type Matrix } from "../engine/matrix.ts";
import { columnMeans } from "./columnMeans.ts";

/**
 * H K H with H = I − 1 1ᵀ / n, for a symmetric K: the Gram matrix of the features after their mean was taken off. Exactly
 * symmetric.
 */
export function doubleCenter(K: Matrix): Matrix {
  const means = columnMeans(K);
  const grand = means.reduce((sum, mean) => sum + mean, 0) / K.rows;
  return matrix(
    K.rows,
    K.columns,
    K.data.map((value, index) => value - (means[Math.floor(index / K.columns)] + means[index % K.columns]) + grand),
  );
}
