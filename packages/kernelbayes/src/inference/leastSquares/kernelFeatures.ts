import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { selectColumns } from "../../matrix/selectColumns.ts";
import { pivotedFactor } from "./pivotedFactor.ts";

/** What a coefficient of the expansion is charged for: αᵀKα of the function, or ‖α‖². */
export type Penalty = "function" | "coefficients";

/** Features of rows in an expansion, scaled by √w and centered, in which the penalty is ‖weights‖². */
export interface KernelFeatures {
  /** The rows of the basis that are used, by their numbers in it. */
  readonly pivots: Int32Array;
  /** n × r. */
  readonly Z: Matrix;
  /** Weighted means of the features before centering. */
  readonly means: Float64Array;
  /** Lower factor L of the kernel on the pivots, so that features are L⁻¹ k; undefined if they are k itself. */
  readonly factor: Matrix | undefined;
}

/** Rows that lie closer to the span of the others than this (in units of k(x, x)) are dropped from the basis. */
const tolerance = 1e-6;

/** The features of all rows from kernel columns Φ (n × m) of a basis that is the first m rows. */
export function kernelFeatures(
  engine: Engine,
  columns: Matrix,
  penalty: Penalty,
  rootWeights: Float64Array,
): KernelFeatures {
  const m = columns.columns;
  const block = matrix(m, m, columns.data.subarray(0, m * m));
  const { pivots, factor } = pivotedFactor(block, tolerance);
  const chosen = pivots.length === m && isAscending(pivots) ? columns : selectColumns(columns, pivots);
  const raw =
    penalty === "function" ? engine.solveTriangular(factor, chosen, { side: "right", transpose: true }) : chosen;
  const { Z, means } = scaledAndCentered(raw, rootWeights);
  return { pivots, Z, means, factor: penalty === "function" ? factor : undefined };
}

/** √w (z − z̄) for each row z, and the weighted means z̄. */
export function scaledAndCentered(
  { data, rows, columns }: Matrix,
  rootWeights: Float64Array,
): { readonly Z: Matrix; readonly means: Float64Array } {
  const means = new Float64Array(columns);
  let total = 0;
  for (let i = 0; i < rows; i++) {
    const w = rootWeights[i] * rootWeights[i];
    total += w;
    const at = i * columns;
    for (let j = 0; j < columns; j++) means[j] += w * data[at + j];
  }
  for (let j = 0; j < columns; j++) means[j] /= total;
  const Z = matrix(rows, columns);
  for (let i = 0; i < rows; i++) {
    const at = i * columns;
    for (let j = 0; j < columns; j++) Z.data[at + j] = rootWeights[i] * (data[at + j] - means[j]);
  }
  return { Z, means };
}

function isAscending(indices: Int32Array): boolean {
  return indices.every((index, at) => index === at);
}
