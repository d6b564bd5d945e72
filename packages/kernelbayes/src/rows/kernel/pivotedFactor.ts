import { matrix, type Matrix } from "../../engine/matrix.ts";

/** Rows of a kernel matrix that span it to a tolerance, and the factor of their block. */
export interface PivotedFactor {
  /** The chosen rows, in order of choice. */
  readonly pivots: Int32Array;
  /** Lower triangular, K[pivots, pivots] = factor · factorᵀ. */
  readonly factor: Matrix;
}

/**
 * Pivoted Cholesky factorization of a small positive semidefinite matrix, which stops when the largest remaining diagonal
 * entry is at most the tolerance: it drops rows that repeat others and needs no ridge. Ties go to the lowest index.
 */
export function pivotedFactor(K: Matrix, tolerance: number): PivotedFactor {
  const m = K.rows;
  const remaining = Float64Array.from({ length: m }, (_, i) => K.data[i * m + i]);
  const rows = new Float64Array(m * m);
  const pivots: number[] = [];
  while (pivots.length < m) {
    let pivot = 0;
    for (let i = 1; i < m; i++) if (remaining[i] > remaining[pivot]) pivot = i;
    if (!(remaining[pivot] > tolerance)) break;
    const k = pivots.length;
    const root = Math.sqrt(remaining[pivot]);
    for (let i = 0; i < m; i++) {
      if (remaining[i] === -Infinity) continue;
      let value = K.data[i * m + pivot];
      for (let j = 0; j < k; j++) value -= rows[i * m + j] * rows[pivot * m + j];
      rows[i * m + k] = i === pivot ? root : value / root;
      if (i !== pivot) remaining[i] -= rows[i * m + k] ** 2;
    }
    pivots.push(pivot);
    remaining[pivot] = -Infinity;
  }
  const r = pivots.length;
  const factor = matrix(r, r);
  pivots.forEach((pivot, i) => {
    for (let j = 0; j <= i; j++) factor.data[i * r + j] = rows[pivot * m + j];
  });
  return { pivots: Int32Array.from(pivots), factor };
}
