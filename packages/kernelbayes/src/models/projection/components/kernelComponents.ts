import type { Engine } from "../../../engine/engine.ts";
import { type Matrix, matrix, transpose } from "../../../engine/matrix.ts";
import { InputError, type Warning } from "../../../errors.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { requireLength } from "../../../matrix/requireLength.ts";
import {
  firstComponents,
  type KernelComponents,
  type FoundComponents,
  type ComponentProjection,
} from "./componentProjection.ts";
import { diagonal } from "../../../matrix/diagonal.ts";
import { multiplyVector, columnSquares, sumOf } from "../../../matrix/dot.ts";
import type { WeightedRows } from "../../../rows/labelledRows.ts";
import { ownVariances } from "../../../rows/kernel/kernelOnRows.ts";
import { centerColumns, grandMean } from "../../../matrix/centerColumns.ts";
import { scaleRowsAndColumns } from "../../../matrix/addMatrices.ts";
import { lowRankKernel } from "../../../rows/kernel/lowRankKernel.ts";
import { inline, numbersOf, positive, record, refined, that, type RecordCodec } from "../../../codec.ts";
import { encodedMatrix, encodedNumber } from "../../../posterior/largestEncodedValue.ts";
import { kernelCodec } from "../../parts/kernelCodec.ts";

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

/**
 * The components of the whole kernel matrix. With weights w of sum n, r = Kw/n and g = rᵀw/n,
 *
 *     W^½ (K − r1ᵀ − 1rᵀ + g) W^½ = U E Uᵀ,    scores W^−½ U E^½,    coefficients W^½ U E^−½
 *
 * The coefficients of a component sum to 0, which centers a new row: (k − r)ᵀ A is (k − r − wᵀk/n + g)ᵀ A. Rounding is taken
 * off that sum, because the direction of the constant mixes with the smallest components.
 */
function denseComponents(
  engine: Engine,
  kernel: Kernel,
  { X, weights }: WeightedRows,
  limits: ComponentLimits,
): FoundComponents {
  const n = X.rows;
  const mass = sumOf(weights);
  const roots = weights.map(Math.sqrt);
  const K = kernel.matrix(engine, X);
  const own = ownVariances(kernel, X);
  let largest = 0;
  for (let i = 0; i < n; i++) {
    K.data[i * n + i] -= own[i];
    largest = Math.max(largest, K.data[i * n + i]);
  }
  const means = multiplyVector(K, weights).map((sum) => sum / mass);
  const grand = means.reduce((sum, mean, i) => sum + weights[i] * mean, 0) / mass;
  const S = centered(K, means, grand, roots);
  const { eigenvalues, vectors } = significantPairs(engine, S, limits, { rows: Math.max(n, mass), largest });
  const rank = eigenvalues.length;
  const scores = matrix(n, rank);
  const coefficients = matrix(n, rank);
  const sums = new Float64Array(rank);
  for (let i = 0, at = 0; i < n; i++) {
    for (let l = 0; l < rank; l++, at++) {
      const root = Math.sqrt(eigenvalues[l]);
      scores.data[at] = (vectors.data[at] * root) / roots[i];
      coefficients.data[at] = (vectors.data[at] * roots[i]) / root;
      sums[l] += coefficients.data[at];
    }
  }
  const signs = columnSigns(scores);
  for (let i = 0, at = 0; i < n; i++) {
    for (let l = 0; l < rank; l++, at++) {
      scores.data[at] *= signs[l];
      coefficients.data[at] = signs[l] * (coefficients.data[at] - (weights[i] / mass) * sums[l]);
    }
  }
  // A kernel that is not positive semidefinite has negative eigenvalues, which explain nothing.
  const total = Math.max(sumOf(diagonal(S)), sumOf(eigenvalues));
  return { kernel, basis: { rows: X, means, coefficients }, eigenvalues, total, scores, warnings: [] };
}

/** W^½ (K − r1ᵀ − 1rᵀ + g) W^½, exactly symmetric. */
function centered(K: Matrix, means: Float64Array, grand: number, roots: Float64Array): Matrix {
  const n = K.rows;
  const result = matrix(n, n);
  for (let i = 0, at = 0; i < n; i++) {
    for (let j = 0; j < n; j++, at++) {
      result.data[at] = roots[i] * roots[j] * (K.data[at] - (means[i] + means[j]) + grand);
    }
  }
  return result;
}

/** A larger share of the variance than this, left out by the pivots, is worth a warning. */
const muchLeftOut = 0.01;

/**
 * The components of the kernel of low rank that some rows, the pivots J, span. Features G with K ≈ GGᵀ, G = K_·J T⁻ᵀ and
 * K_JJ = TTᵀ, less their mean ḡ (rows count by their weights W):
 *
 *     GcᵀWGc = V E Vᵀ,    scores Gc V,    coefficients T⁻ᵀ V,    means T ḡ
 *
 * so that a new row is compared with the pivots alone. What the pivots leave of the trace counts in the total.
 */
function lowRankComponents(
  engine: Engine,
  kernel: Kernel,
  { X, weights }: WeightedRows,
  limits: ComponentLimits,
  pivots: number,
): FoundComponents {
  const n = X.rows;
  const { features, basis, triangle, nugget } = lowRankKernel(engine, kernel, X, { rank: pivots });
  const center = grandMean(features, weights);
  const G = centerColumns(features, center);
  const ones = new Float64Array(G.columns).fill(1);
  const S = engine.symmetricProduct(scaleRowsAndColumns(G, weights.map(Math.sqrt), ones), { transpose: true });
  const variances = kernel.diagonal(X).map((value) => value - nugget);
  const mass = sumOf(weights);
  const { eigenvalues, vectors } = significantPairs(engine, S, limits, {
    rows: Math.max(n, mass),
    largest: variances.reduce((most, value) => Math.max(most, value), 0),
  });
  const unsigned = engine.multiply(G, vectors);
  const signs = columnSigns(unsigned);
  const signed = scaleRowsAndColumns(vectors, ones, signs);
  const explained = columnSquares(transpose(features));
  const leftOut = variances.reduce((sum, value, i) => sum + weights[i] * Math.max(0, value - explained[i]), 0);
  let total = leftOut;
  for (let j = 0; j < S.rows; j++) total += S.data[j * S.rows + j];
  return {
    kernel,
    basis: {
      rows: basis,
      means: multiplyVector(triangle, center),
      coefficients: engine.solveTriangular(triangle, signed, { transpose: true }),
    },
    eigenvalues,
    total,
    scores: scaleRowsAndColumns(unsigned, new Float64Array(n).fill(1), signs),
    warnings: leftOut > muchLeftOut * total ? [tooFewPivots(basis.rows, leftOut / total)] : [],
  };
}

function tooFewPivots(pivots: number, share: number): Warning {
  return {
    code: "low-rank-components",
    message:
      `${pivots} rows stand for all in the kernel principal components, and leave ${(100 * share).toFixed(0)} % of the variance ` +
      "out. Allow more pivots, or choose a wider kernel.",
  };
}

/** Which components are kept. */
interface ComponentLimits {
  readonly count: number | undefined;
  readonly tolerance: number | undefined;
}

/** How large rounding may be: the number of rows, and the largest entry of the kernel before it was centered. */
interface Rounding {
  readonly rows: number;
  readonly largest: number;
}

interface SignificantPairs {
  /** From the largest. */
  readonly eigenvalues: Float64Array;
  /** Orthonormal columns in the same order. */
  readonly vectors: Matrix;
}

/**
 * The largest eigenvalues of a centered kernel matrix that are more than rounding, one more than `count` at most, with their
 * vectors. The one more tells whether the last that is kept has an axis of its own.
 */
function significantPairs(
  engine: Engine,
  S: Matrix,
  { count, tolerance }: ComponentLimits,
  { rows, largest }: Rounding,
): SignificantPairs {
  const wanted = Math.min(S.rows, count === undefined ? S.rows : count + 1);
  const { values, vectors } = wanted < S.rows ? engine.leadingEigenSymmetric(S, wanted) : engine.eigenSymmetric(S);
  const rounding = 4 * rows * Number.EPSILON;
  const first = values[wanted - 1];
  const least = Math.max((tolerance ?? rounding) * first, rounding * largest);
  if (!(first > least)) {
    throw new InputError(
      "equal-rows",
      "All rows are the same to the kernel, so that they have no principal components.",
      {},
      "Check the columns, or the length scale of the kernel.",
    );
  }
  const eigenvalues = values.filter((value) => value > least).toReversed();
  const ordered = matrix(S.rows, eigenvalues.length);
  for (let i = 0; i < S.rows; i++) {
    for (let l = 0; l < ordered.columns; l++) {
      ordered.data[i * ordered.columns + l] = vectors.data[i * wanted + wanted - 1 - l];
    }
  }
  return { eigenvalues, vectors: ordered };
}

/** Entries this close to the largest are as large as it is, to rounding. */
const tie = 1e-9;

/** For each column 1 or −1: the factor that makes its entry of largest absolute value positive, the first one among equals. */
export function columnSigns({ data, rows, columns }: Matrix): Float64Array {
  const largest = new Float64Array(columns);
  for (let at = 0; at < data.length; at++) largest[at % columns] = Math.max(largest[at % columns], Math.abs(data[at]));
  return largest.map((bound, j) => {
    for (let i = 0; i < rows; i++) {
      const entry = data[i * columns + j];
      if (Math.abs(entry) >= (1 - tie) * bound) return entry < 0 ? -1 : 1;
    }
    return 1;
  });
}

/** A projection onto kernel principal components by its numbers. Scores of training rows are not part of it. */
export const componentsCodec: RecordCodec<Omit<ComponentProjection, "project">> = refined(
  record({
    kernel: kernelCodec,
    basis: inline(record({ rows: encodedMatrix, means: numbersOf(encodedNumber), coefficients: encodedMatrix })),
    eigenvalues: that(
      numbersOf(positive),
      "one or more numbers, none above the one before",
      (values) => values.length > 0 && values.every((value, l) => l === 0 || value <= values[l - 1]),
    ),
    total: positive,
  }),
  ({ basis: { rows, means, coefficients }, eigenvalues, total }, expect) => {
    expect.length(means, ".means", rows.rows);
    expect.shape(coefficients, ".coefficients", rows.rows, eigenvalues.length);
    expect.that(total >= sumOf(eigenvalues) * (1 - 1e-9), ".total", "at least the sum of the eigenvalues", total);
  },
);
