import { matrix, type Matrix } from "../engine/matrix.ts";

/** Sizes and means of the classes, where a row of weight w counts as w rows. */
export interface ClassMoments {
  /** Σ w over the rows of each class. */
  readonly sizes: Float64Array;
  readonly total: number;
  /** One row a class. */
  readonly means: Matrix;
  /** Each row less the mean of its class. */
  readonly within: Matrix;
}

export function classMoments(X: Matrix, classes: Int32Array, weights: Float64Array, classCount: number): ClassMoments {
  const { rows: n, columns: p } = X;
  const sizes = new Float64Array(classCount);
  const means = matrix(classCount, p);
  for (let i = 0; i < n; i++) {
    const q = classes[i];
    sizes[q] += weights[i];
    for (let j = 0; j < p; j++) means.data[q * p + j] += weights[i] * X.data[i * p + j];
  }
  for (let q = 0; q < classCount; q++) {
    for (let j = 0; j < p; j++) means.data[q * p + j] /= sizes[q];
  }
  const within = matrix(n, p);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < p; j++) within.data[i * p + j] = X.data[i * p + j] - means.data[classes[i] * p + j];
  }
  let total = 0;
  for (const size of sizes) total += size;
  return { sizes, total, means, within };
}

/** Scatter Σ wᵢ zᵢ zᵢᵀ of the chosen rows (all rows without a choice). */
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
