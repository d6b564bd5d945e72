import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { diagonal } from "../../../matrix/diagonal.ts";
import { selectRows } from "../../../matrix/row.ts";
import type { Bias } from "../canonical/bias.ts";
import type { FeatureBlocks } from "./blockSums.ts";
import { pivotedFactor, type PivotedFactor } from "../../../rows/kernel/factorToRounding.ts";
import { scaledInPlace } from "../expansion/scaledFeatures.ts";

/** What a coefficient of the expansion is charged for: αᵀKα of the function, or ‖α‖². */
export type Penalty = "function" | "coefficients";

/** Features of rows in an expansion, scaled by √w as the bias wants it, in which the penalty is ‖weights‖². */
export interface KernelFeatures {
  /** The rows of the basis that are used, by their numbers in it. */
  readonly pivots: Int32Array;
  /** n × r; a regularized constant is a column more. */
  readonly Z: Matrix;
  /** Weighted means of the features that were taken off, zeros unless the bias is free. */
  readonly means: Float64Array;
  /** Lower factor L of the kernel on the pivots, so that features are L⁻¹ k; undefined if they are k itself. */
  readonly factor: Matrix | undefined;
  readonly bias: Bias;
}

/** Rows that lie closer to the span of the others than this (in units of k(x, x)) are dropped from the basis. */
const tolerance = 1e-6;

/** The features of all rows from kernel columns Φ (n × m) of a basis that is the first m rows, made in the place of the columns. */
export function featuresInPlace(
  engine: Engine,
  columns: Matrix,
  penalty: Penalty,
  rootWeights: Float64Array,
  bias: Bias = "free",
): KernelFeatures {
  const m = columns.columns;
  const { pivots, factor } = spanningFactor(engine, matrix(m, m, columns.data.subarray(0, m * m)));
  const chosen = pivots.length === m && isAscending(pivots) ? columns : columnsInPlace(columns, pivots);
  if (penalty === "coefficients") {
    return { pivots, ...scaledInPlace(chosen, rootWeights, bias), factor: undefined, bias };
  }
  const raw = engine.solveTriangular(factor, chosen, { side: "right", transpose: true, into: chosen });
  return { pivots, ...scaledInPlace(raw, rootWeights, bias), factor, bias };
}

/** The columns with the given numbers, each at most once, at the beginning of the memory of all. */
function columnsInPlace({ data, rows, columns: m }: Matrix, indices: Int32Array): Matrix {
  const r = indices.length;
  const row = new Float64Array(m);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < m; j++) row[j] = data[i * m + j];
    for (let j = 0; j < r; j++) data[i * r + j] = row[indices[j]];
  }
  return matrix(rows, r, data.subarray(0, rows * r));
}

/** A basis of a kernel, and the features of any rows in it, as in `featuresInPlace` before they are scaled. */
export interface FeatureSource extends FeatureBlocks, Pick<KernelFeatures, "pivots" | "factor"> {}

/** The features of the rows of X in the first m of them, block by block. */
export function featureSource(engine: Engine, X: Matrix, m: number, kernel: Kernel, penalty: Penalty): FeatureSource {
  const first = matrix(m, X.columns, X.data.subarray(0, m * X.columns));
  const { pivots, factor } = spanningFactor(engine, kernel.matrix(engine, first));
  const basis = selectRows(X, pivots);
  const featuresOf = (rows: Matrix): Matrix => {
    const columns = kernel.cross(engine, rows, basis);
    return penalty === "function"
      ? engine.solveTriangular(factor, columns, { side: "right", transpose: true, into: columns })
      : columns;
  };
  return {
    rows: X.rows,
    pivots,
    factor: penalty === "function" ? factor : undefined,
    between: (start, end) =>
      featuresOf(matrix(end - start, X.columns, X.data.subarray(start * X.columns, end * X.columns))),
    of: (rows) => featuresOf(selectRows(X, rows)),
  };
}

/** The factor of all rows in their order where each adds to the span of those before it, otherwise with pivots. */
function spanningFactor(engine: Engine, block: Matrix): PivotedFactor {
  const plain = engine.cholesky(block);
  if (plain.ok && diagonal(plain.factor).every((value) => value * value > tolerance)) {
    return { pivots: Int32Array.from({ length: block.rows }, (_, row) => row), factor: plain.factor };
  }
  return pivotedFactor(block, tolerance);
}

function isAscending(indices: Int32Array): boolean {
  return indices.every((index, at) => index === at);
}
