import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { normal } from "../../../random/normal.ts";
import { stream } from "../../../random/stream.ts";

/** Half of the draws; the other half are their mirror images. */
const pairs = 1000;

/**
 * The table of normal variates, one row for each pair of draws, that every row of a table is predicted with: so a row gets the
 * same numbers whatever it is predicted together with.
 */
export function normalTable(seed: number, classCount: number): Matrix {
  const random = stream(seed, 0);
  return matrix(
    pairs,
    classCount,
    Float64Array.from({ length: pairs * classCount }, () => normal(random)),
  );
}

/**
 * Draws from N(mean, covariance), mean ± L u for the rows u of the table, L Lᵀ = covariance: two rows for each row of the table.
 * The covariance may be singular.
 */
export function latentDraws(mean: Float64Array, covariance: Float64Array, { data: table, rows }: Matrix): Matrix {
  const C = mean.length;
  const L = semidefiniteFactor(covariance, C);
  const draws = matrix(2 * rows, C);
  for (let s = 0; s < rows; s++) {
    for (let c = 0; c < C; c++) {
      let shift = 0;
      for (let k = 0; k <= c; k++) shift += L[c * C + k] * table[s * C + k];
      draws.data[2 * s * C + c] = mean[c] + shift;
      draws.data[(2 * s + 1) * C + c] = mean[c] - shift;
    }
  }
  return draws;
}

/** The Cholesky factor of a small semidefinite matrix; a pivot that is rounding counts as zero, with all below it. */
function semidefiniteFactor(entries: Float64Array, size: number): Float64Array {
  const L = new Float64Array(size * size);
  for (let j = 0; j < size; j++) {
    let pivot = entries[j * size + j];
    for (let k = 0; k < j; k++) pivot -= L[j * size + k] ** 2;
    if (!(pivot > 1e-14 * entries[j * size + j])) continue;
    L[j * size + j] = Math.sqrt(pivot);
    for (let i = j + 1; i < size; i++) {
      let sum = entries[i * size + j];
      for (let k = 0; k < j; k++) sum -= L[i * size + k] * L[j * size + k];
      L[i * size + j] = sum / L[j * size + j];
    }
  }
  return L;
}
