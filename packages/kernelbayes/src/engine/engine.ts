import type { Matrix } from "./matrix.ts";

/** Lower Cholesky factor, or the index of the first pivot that was not positive (the leading block before it is factored). */
export type CholeskyResult =
  | { readonly ok: true; readonly factor: Matrix }
  | { readonly ok: false; readonly failedAt: number };

export interface CholeskyOptions {
  /** Room for the factor, which may be the matrix itself: who factors many matrices of one shape need not take new memory for each. */
  readonly into?: Matrix | undefined;
}

export interface InverseDiagonalOptions {
  /** A matrix of the shape of the factor to work in, which may be the factor itself, and whose contents are lost: again for who asks many times. */
  readonly room?: Matrix | undefined;
}

export interface RoomOptions {
  /** Room for the result. */
  readonly into?: Matrix | undefined;
}

export interface TransposeOptions {
  readonly transposeA?: boolean;
  readonly transposeB?: boolean;
  /** Room for the product, which is neither of the factors. */
  readonly into?: Matrix | undefined;
}

export interface TriangularOptions {
  /** "left" solves op(L) X = B, "right" solves X op(L) = B. Default "left". */
  readonly side?: "left" | "right";
  /** op(L) = Lᵀ instead of L. Default false. */
  readonly transpose?: boolean;
  /** Room for X, which may be B itself. */
  readonly into?: Matrix | undefined;
}

export interface Eigen {
  /** Eigenvalues in ascending order. */
  readonly values: Float64Array;
  /** Orthonormal eigenvectors as columns, in the order of the values. */
  readonly vectors: Matrix;
}

export interface Qr {
  /** rows × columns with orthonormal columns. */
  readonly Q: Matrix;
  /** columns × columns, upper triangular. */
  readonly R: Matrix;
}

export interface Svd {
  /** rows × columns with orthonormal columns. */
  readonly U: Matrix;
  /** Singular values in descending order. */
  readonly values: Float64Array;
  /** columns × columns, orthogonal: A = U diag(values) Vᵀ. */
  readonly V: Matrix;
}

export interface IncompleteCholesky {
  /** n × rank; K ≈ factor · factorᵀ. Row i belongs to row i of K (not permuted). */
  readonly factor: Matrix;
  /** The chosen pivots, in order of choice. */
  readonly pivots: Int32Array;
  /** Trace of what is left, Σ (K − factor·factorᵀ)ᵢᵢ. */
  readonly residualTrace: number;
}

/**
 * Dense linear algebra. Every member is a pure function: arguments are never modified, but for room that is given for a result, and
 * results own their memory.
 * Entries that are NaN or infinite never hang an operation: the factorizations (cholesky, the eigenvalues, qr, svd,
 * incompleteCholesky) throw a `NumericalError` with code "not-finite"; products let them through as IEEE arithmetic does.
 * Shapes that do not fit throw a `RangeError`. Empty matrices (0 rows or columns) are valid everywhere.
 */
export interface Engine {
  /** For reports, for example "reference", "wasm simd128", "wasm relaxed-simd". */
  readonly name: string;
  /** op(A) · op(B). */
  multiply(a: Matrix, b: Matrix, options?: TransposeOptions): Matrix;
  /** A·Aᵀ, or Aᵀ·A with `transpose`: exactly symmetric. */
  symmetricProduct(a: Matrix, options?: { readonly transpose?: boolean }): Matrix;
  /** Only the lower triangle is read; the factor has zeros above the diagonal. */
  cholesky(a: Matrix, options?: CholeskyOptions): CholeskyResult;
  /** Only the lower triangle of L is read. */
  solveTriangular(lower: Matrix, b: Matrix, options?: TriangularOptions): Matrix;
  /**
   * |L⁻¹q|² as a function of q, for an L of which single vectors are asked again and again. Only its lower triangle is read, and only now: an engine with memory of its own keeps it there
   * as long as the function lives. Engines that would gain nothing lack it.
   */
  solvedSquares?(lower: Matrix): (q: Float64Array) => number;
  /** (L Lᵀ)⁻¹ B. */
  solveFactored(lower: Matrix, b: Matrix): Matrix;
  /** (L Lᵀ)⁻¹, exactly symmetric. */
  inverseFactored(lower: Matrix): Matrix;
  /** The diagonal of (L Lᵀ)⁻¹, for which the inverse need not be formed. */
  inverseDiagonal(lower: Matrix, options?: InverseDiagonalOptions): Float64Array;
  /** The factor of L Lᵀ + sign · v vᵀ in O(n²). A downdate that leaves no positive definite matrix gives `ok: false`. */
  updateFactored(lower: Matrix, v: Float64Array, sign: 1 | -1): CholeskyResult;
  /** Eigenvalues and vectors of a symmetric matrix; only the lower triangle is read. */
  eigenSymmetric(a: Matrix): Eigen;
  /** The eigenvalues of a symmetric matrix alone, in ascending order; only the lower triangle is read. */
  eigenvaluesSymmetric(a: Matrix): Float64Array;
  /**
   * The `count` largest eigenvalues of a symmetric n × n matrix, in ascending order, and their vectors as the columns of an
   * n × count matrix; only the lower triangle is read.
   */
  leadingEigenSymmetric(a: Matrix, count: number): Eigen;
  /** Thin QR of a matrix with at least as many rows as columns; diagonal of R not negative. */
  qr(a: Matrix): Qr;
  /** Thin singular value decomposition of a matrix with at least as many rows as columns. */
  svd(a: Matrix): Svd;
  /**
   * Pivoted incomplete Cholesky of a positive semidefinite n × n matrix that is given by its diagonal and by a function
   * that returns one of its columns. Stops when the remaining trace is at most tolerance · trace(K), or at `rank` columns.
   */
  incompleteCholesky(
    diagonal: Float64Array,
    column: (index: number) => Float64Array,
    options?: { readonly tolerance?: number; readonly rank?: number },
  ): IncompleteCholesky;
  /**
   * Weighted squared distances Σⱼ wⱼ (xⱼ − zⱼ)² between the rows of X and those of Z (X itself when absent: exactly
   * symmetric, exact zeros on the diagonal). Never negative, no cancellation for close rows far from the origin.
   */
  squaredDistances(x: Matrix, z?: Matrix, weights?: Float64Array): Matrix;
  /** exp(−½ Σⱼ wⱼ (xⱼ − zⱼ)²), distance and exponential fused. Without Z: symmetric, ones on the diagonal. */
  gaussianMatrix(x: Matrix, z: Matrix | undefined, weights: Float64Array, options?: RoomOptions): Matrix;
  /**
   * Weighted distances Σⱼ wⱼ |xⱼ − zⱼ| between the rows of X and those of Z (X itself when absent: then only entries on and below the diagonal count). Sums are taken in the order of the
   * columns, bit for bit as a plain loop takes them. An engine may do without.
   */
  absoluteDistances?(x: Matrix, z: Matrix | undefined, weights: Float64Array): Matrix;
}
