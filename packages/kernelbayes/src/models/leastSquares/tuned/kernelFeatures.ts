import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { diagonal } from "../../../matrix/diagonal.ts";
import { selectRows } from "../../../matrix/row.ts";
import { pivotedFactor, type PivotedFactor } from "../../../rows/kernel/factorToRounding.ts";
import { scaledInPlace, type Bias, scaledFeatures } from "../expansion/scaledFeatures.ts";
import type { FeatureBlocks } from "./blockEquations.ts";
import { gaussian } from "../../../kernels/gaussian.ts";
import { l1 } from "../../../kernels/l1.ts";

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

/** What may be left of the trace of the kernel matrix. */
const leastTrace = 1e-10;

/**
 * As `kernelFeatures`, with all rows as the basis: K ≈ G Gᵀ by the engine's pivoted factorization for the penalty αᵀKα; the
 * columns themselves for ‖α‖², since leaving one out would change it.
 */
export function wholeFeatures(
  engine: Engine,
  K: Matrix,
  penalty: Penalty,
  rootWeights: Float64Array,
  bias: Bias = "free",
): KernelFeatures {
  const { features, pivots, factor } = featuresOfAll(engine, K, penalty);
  return { pivots, ...scaledFeatures(features, rootWeights, bias), factor, bias };
}

/** The same features as `featureSource` gives them. */
export function wholeSource(engine: Engine, K: Matrix, penalty: Penalty): FeatureSource {
  const { features, pivots, factor } = featuresOfAll(engine, K, penalty);
  const { data, columns } = features;
  return {
    rows: K.rows,
    pivots,
    factor,
    between: (start, end) => matrix(end - start, columns, data.subarray(start * columns, end * columns)),
    of: (rows) => selectRows(features, rows),
  };
}

function featuresOfAll(
  engine: Engine,
  K: Matrix,
  penalty: Penalty,
): Pick<KernelFeatures, "pivots" | "factor"> & { readonly features: Matrix } {
  const n = K.rows;
  if (penalty === "coefficients") {
    return { features: K, pivots: Int32Array.from({ length: n }, (_, i) => i), factor: undefined };
  }
  const { factor, pivots } = engine.incompleteCholesky(
    diagonal(K),
    (column) => K.data.subarray(column * n, (column + 1) * n),
    { tolerance: leastTrace },
  );
  return { features: factor, pivots, factor: selectRows(factor, pivots) };
}

/** The shapes of kernels that are tuned by their width: smooth, or following steps. */
export type KernelShape = "gaussian" | "l1";

/**
 * The kernel of a width, γ = 2^logWidth / p, with a factor sⱼ² for each of p columns:
 *
 *     gaussian   exp(−γ Σⱼ sⱼ² (xⱼ − zⱼ)²)
 *     l1         exp(−γ Σⱼ sⱼ² |xⱼ − zⱼ|)
 */
export function shapedKernel(shape: KernelShape, logWidth: number, columnFactors: Float64Array): Kernel {
  const gamma = 2 ** logWidth / Math.max(1, columnFactors.length);
  return shape === "gaussian"
    ? gaussian({ lengthScale: columnFactors.map((factor) => 1 / Math.sqrt(2 * gamma * factor)) })
    : l1({ weight: columnFactors.map((factor) => gamma * factor) });
}
