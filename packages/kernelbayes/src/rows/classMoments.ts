import { matrix, type Matrix } from "../engine/matrix.ts";

/** Sizes and means of the classes, where a row of weight w counts as w rows. */
export interface ClassMoments {
  /** Σ w over the rows of each class. */
  readonly sizes: Float64Array;
  readonly total: number;
  /** One row a class. */
  readonly means: Matrix;
  /** Each row less the mean of its class: exactly zero in a column that is constant within the class. */
  readonly within: Matrix;
}

/**
 * Means are summed as differences to the first row of the class, m = x₁ + Σ w (x − x₁)/Σ w: a constant column then has its
 * own value as its mean, to the bit, and rows far from the origin lose no digits.
 */
export function classMoments(X: Matrix, classes: Int32Array, weights: Float64Array, classCount: number): ClassMoments {
  const { rows: n, columns: p } = X;
  const sizes = new Float64Array(classCount);
  const first = new Int32Array(classCount).fill(-1);
  const means = matrix(classCount, p);
  for (let i = 0; i < n; i++) {
    const q = classes[i];
    if (first[q] < 0) first[q] = i;
    sizes[q] += weights[i];
    for (let j = 0; j < p; j++) means.data[q * p + j] += weights[i] * (X.data[i * p + j] - X.data[first[q] * p + j]);
  }
  for (let q = 0; q < classCount; q++) {
    for (let j = 0; j < p; j++) means.data[q * p + j] = X.data[first[q] * p + j] + means.data[q * p + j] / sizes[q];
  }
  const within = matrix(n, p);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < p; j++) within.data[i * p + j] = X.data[i * p + j] - means.data[classes[i] * p + j];
  }
  return { sizes, total: sizes.reduce((sum, size) => sum + size, 0), means, within };
}

/** The chosen rows (all without a choice), each times the root of its weight: their product is the scatter Σ wᵢ zᵢ zᵢᵀ. */
export function weightedRows(rows: Matrix, weights: Float64Array, chosen?: (row: number) => boolean): Matrix {
  const kept: number[] = [];
  for (let i = 0; i < rows.rows; i++) if (chosen?.(i) ?? true) kept.push(i);
  const p = rows.columns;
  const result = matrix(kept.length, p);
  kept.forEach((row, i) => {
    const root = Math.sqrt(weights[row]);
    for (let j = 0; j < p; j++) result.data[i * p + j] = root * rows.data[row * p + j];
  });
  return result;
}
