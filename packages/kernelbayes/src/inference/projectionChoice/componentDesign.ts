import { matrix, type Matrix } from "../../engine/matrix.ts";

export interface ComponentDesignOptions {
  /** n′: how many of the scores are taken, from the first. */
  readonly count: number;
  /** e₁, the largest eigenvalue of the components. */
  readonly largest: number;
  /** Whether a last column of ones is added. */
  readonly intercept: boolean;
}

/** The first scores of rows over √e₁, so that one penalty serves all kernels, with a last column of ones where asked for. */
export function componentDesign(scores: Matrix, { count, largest, intercept }: ComponentDesignOptions): Matrix {
  const columns = count + (intercept ? 1 : 0);
  const design = matrix(scores.rows, columns);
  const factor = 1 / Math.sqrt(largest);
  for (let i = 0; i < scores.rows; i++) {
    for (let j = 0; j < count; j++) design.data[i * columns + j] = factor * scores.data[i * scores.columns + j];
    if (intercept) design.data[(i + 1) * columns - 1] = 1;
  }
  return design;
}
