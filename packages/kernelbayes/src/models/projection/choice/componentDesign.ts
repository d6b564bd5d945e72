import { matrix, type Matrix } from "../../../engine/matrix.ts";

/**
 * How scores are scaled before one penalty is put on all their coefficients: by a "common" factor 1/√e₁, so that components
 * which vary little are held back more, or "each" by its own 1/√e_l, so that all are held back alike and only their number
 * protects from noise. The first suits smooth kernels, the second rows whose classes differ in what varies little, as spectra.
 */
export type ScoreScaling = "common" | "each";

/** The factor of each score. */
export function scoreFactors(eigenvalues: Float64Array, scaling: ScoreScaling): Float64Array {
  return eigenvalues.map((value) => 1 / Math.sqrt(scaling === "each" ? value : eigenvalues[0]));
}

export interface ComponentDesignOptions {
  /** n′: how many of the scores are taken, from the first. */
  readonly count: number;
  /** What each score is multiplied by. */
  readonly factors: Float64Array;
  /** Whether a last column of ones is added. */
  readonly intercept: boolean;
}

/** The first scores of rows, scaled, with a last column of ones where asked for. */
export function componentDesign(scores: Matrix, { count, factors, intercept }: ComponentDesignOptions): Matrix {
  const columns = count + (intercept ? 1 : 0);
  const design = matrix(scores.rows, columns);
  for (let i = 0; i < scores.rows; i++) {
    for (let j = 0; j < count; j++) design.data[i * columns + j] = factors[j] * scores.data[i * scores.columns + j];
    if (intercept) design.data[(i + 1) * columns - 1] = 1;
  }
  return design;
}
