import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix, transpose } from "../../engine/matrix.ts";
import { NumericalError } from "../../errors.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { column, selectRows } from "../../matrix/row.ts";
import { ownVariances } from "./kernelOnRows.ts";
import { columnSquares } from "../../matrix/dot.ts";

/** A kernel of low rank on the rows: K ≈ GGᵀ + ηI, from the kernel columns of a few rows, the pivots. */
export interface LowRankKernel {
  readonly kernel: Kernel;
  readonly X: Matrix;
  /** n × m: the features of the rows. GGᵀ = K_·J K_JJ⁻¹ K_J·, without the nugget. */
  readonly features: Matrix;
  /** J, in order of choice. */
  readonly pivots: Int32Array;
  /** The rows of the pivots. */
  readonly basis: Matrix;
  /** Lower triangular, K_JJ = TTᵀ without the nugget: the features of x are T⁻¹k_J(x). */
  readonly triangle: Matrix;
  /** η, the same for all rows. */
  readonly nugget: number;
  /** Σ (K − GGᵀ)_ii without the nugget: what the low rank leaves out. */
  readonly residualTrace: number;
}

export interface LowRankOptions {
  /** Largest number of pivots. */
  readonly rank: number;
  /** Stop when what is left of the trace is at most this share of it. Default 1e-10. */
  readonly tolerance?: number;
}

/**
 * Pivoted incomplete Cholesky factorization of the kernel matrix without its nugget: the pivot is the row that is explained
 * worst so far, the lowest one among equals. O(nm²) and m kernel columns; K itself is never formed.
 */
export function lowRankKernel(
  engine: Engine,
  kernel: Kernel,
  X: Matrix,
  { rank, tolerance = 1e-10 }: LowRankOptions,
): LowRankKernel {
  const own = ownVariances(kernel, X);
  const nugget = requireOneNugget(own);
  const { factor, pivots, residualTrace } = engine.incompleteCholesky(
    kernel.diagonal(X).map((value, i) => Math.max(0, value - own[i])),
    (j) => column(kernel.cross(engine, X, selectRows(X, [j])), 0),
    { rank, tolerance },
  );
  return {
    kernel,
    X,
    features: factor,
    pivots,
    basis: selectRows(X, pivots),
    triangle: selectRows(factor, pivots),
    nugget,
    residualTrace,
  };
}

/**
 * The same pivots for a kernel with other parameters, so that a search sees one smooth function:
 * K_JJ = TTᵀ, G = K_·J T⁻ᵀ. O(nm²).
 */
export function lowRankKernelAt(engine: Engine, kernel: Kernel, X: Matrix, pivots: Int32Array): LowRankKernel {
  const basis = selectRows(X, pivots);
  const cross = kernel.cross(engine, X, basis);
  const result = engine.cholesky(selectRows(cross, pivots));
  if (!result.ok) {
    throw new NumericalError(
      "not-positive-definite",
      `The kernel columns of ${pivots.length} pivots depend on each other with these parameters (pivot ${result.failedAt}); ` +
        "choose fewer, or choose them again.",
    );
  }
  const features = engine.solveTriangular(result.factor, cross, { side: "right", transpose: true });
  const own = ownVariances(kernel, X);
  const squares = columnSquares(transpose(features));
  const residualTrace = kernel.diagonal(X).reduce((sum, k, i) => sum + Math.max(0, k - own[i] - squares[i]), 0);
  const nugget = requireOneNugget(own);
  return { kernel, X, features, pivots, basis, triangle: result.factor, nugget, residualTrace };
}

/** The features T⁻¹k_J(x) of new rows, and what of their prior variance k(x, x) the features leave out. */
export function lowRankFeatures(
  engine: Engine,
  { kernel, basis, triangle }: LowRankKernel,
  rows: Matrix,
): { readonly features: Matrix; readonly extra: Float64Array } {
  const across = engine.solveTriangular(triangle, kernel.cross(engine, basis, rows));
  const squares = columnSquares(across);
  return {
    features: transpose(across),
    extra: kernel.diagonal(rows).map((k, t) => Math.max(0, k - squares[t])),
  };
}

/** A nugget that differs from row to row, as that of a product with a nugget, has no low-rank form here. */
function requireOneNugget(own: Float64Array): number {
  const largest = own.reduce((most, eta) => Math.max(most, eta), 0);
  const mean = own.reduce((sum, eta) => sum + eta, 0) / own.length;
  if (own.some((eta) => Math.abs(eta - mean) > 1e-6 * largest)) {
    throw new RangeError("A low-rank kernel needs a nugget that is the same for all rows.");
  }
  return mean;
}

/** Σ_ab V_ab ∂k(x_a, z_b)/∂log θ for rows of X against rows of Z, no two of which are the same row. O(rows of X · rows of Z). */
export function contractCross(engine: Engine, kernel: Kernel, X: Matrix, Z: Matrix, V: Matrix): Float64Array {
  const m = Z.rows;
  const result = new Float64Array(kernel.parameters.length);
  // A kernel contracts square matrices only. Blocks of m rows of X above Z make the waste a factor of four.
  for (let first = 0; first < X.rows; first += m) {
    const size = Math.min(m, X.rows - first);
    const stacked = matrix(size + m, X.columns);
    stacked.data.set(X.data.subarray(first * X.columns, (first + size) * X.columns));
    stacked.data.set(Z.data, size * X.columns);
    const W = matrix(size + m, size + m);
    for (let a = 0; a < size; a++) {
      for (let b = 0; b < m; b++) {
        const half = V.data[(first + a) * m + b] / 2;
        W.data[a * W.columns + size + b] = half;
        W.data[(size + b) * W.columns + a] = half;
      }
    }
    kernel.gradient(engine, stacked, W).forEach((value, j) => (result[j] += value));
  }
  return result;
}
