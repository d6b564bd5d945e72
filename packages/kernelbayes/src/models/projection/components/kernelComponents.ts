import type { Engine } from "../../../engine/engine.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import { InputError } from "../../../errors.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { requireLength } from "../../../matrix/requireLength.ts";
import { firstComponents, type KernelComponents } from "./componentProjection.ts";
import { denseComponents } from "./denseComponents.ts";
import { lowRankComponents } from "./lowRankComponents.ts";

export interface ComponentOptions {
  /** The largest number of components to keep. Default: all that are more than rounding. */
  readonly count?: number | undefined;
  /** Components whose eigenvalue is at most this share of the largest are dropped. Default 4 n ε. */
  readonly tolerance?: number | undefined;
  /** Positive row weights: a row of weight w counts as w rows. Default 1. */
  readonly weights?: Float64Array | undefined;
  /** How many rows may stand for all. Default: every row up to 3000 of them, which is exact; 500 beyond. */
  readonly pivots?: number | undefined;
}

/** Up to so many rows the kernel matrix is decomposed as it is: some 40 n² bytes and 4 n³ operations. */
const mostDenseRows = 3000;
const usualPivots = 500;

/**
 * Kernel principal components: the directions in the feature space of a kernel along which the rows vary most.
 *
 *     Kc = H K H = U E Uᵀ,   H = I − 11ᵀ/n,   e₁ ≥ e₂ ≥ …      scores D = U E^½,   of new rows D* = Kc* U E^−½
 *
 * A column of D has mean 0 and the sum of squares e_l, and is orthogonal to the others. Its sign is such that the entry of
 * largest absolute value is positive, the first one among equals. An eigenvalue of at most 4 n ε e₁ (or 4 n ε max k(x, x), which
 * is what rounding leaves in Kc) is none; e₁ itself must exceed that, or the rows are all the same to the kernel, which is
 * an `InputError`. With a linear kernel the scores are those of ordinary principal components. What a row shares with no other,
 * a nugget, says nothing about other rows and is left out.
 *
 * With more rows than pivots the kernel matrix is replaced by that of low rank which the pivots span (pivoted incomplete
 * Cholesky factorization, K ≈ GGᵀ): n m kernel entries and n m² operations for m pivots. Where they leave more than a
 * hundredth of the variance out, a warning says so.
 *
 * B. Schölkopf, A. Smola & K.-R. Müller, *Nonlinear component analysis as a kernel eigenvalue problem*, 1998; K. Domijan &
 * S. P. Wilson, *Bayesian kernel projections for classification of high dimensional data*, with its eq. (11) corrected.
 *
 * @example const { scores, project } = kernelComponents(selectEngine(), gaussian(), X, { count: 7 });
 */
export function kernelComponents(
  engine: Engine,
  kernel: Kernel,
  X: Matrix,
  { count, tolerance, weights = new Float64Array(X.rows).fill(1), pivots }: ComponentOptions = {},
): KernelComponents {
  const n = X.rows;
  requireLength(weights.length, n, "The number of row weights");
  requireWholeNumber("count", count);
  requireWholeNumber("pivots", pivots);
  if (tolerance !== undefined && !(tolerance >= 0 && tolerance < 1)) {
    throw new InputError("invalid-option", `tolerance must be a number from 0 to below 1; got ${String(tolerance)}.`);
  }
  if (n < 2) throw new InputError("too-few-rows", `Principal components need at least 2 rows; got ${n}.`);
  const rows = { X, weights };
  const limits = { count, tolerance };
  const most = Math.min(n, pivots ?? (n > mostDenseRows ? usualPivots : n));
  const found =
    most < n ? lowRankComponents(engine, kernel, rows, limits, most) : denseComponents(engine, kernel, rows, limits);
  return firstComponents(engine, found, Math.min(count ?? n, found.eigenvalues.length));
}

function requireWholeNumber(name: string, value: number | undefined): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= 1)) return;
  throw new InputError("invalid-option", `${name} must be a whole number from 1; got ${String(value)}.`);
}
