import type { Engine, RoomOptions } from "../engine/engine.ts";
import type { Matrix } from "../engine/matrix.ts";
import type { KernelTerm } from "./parts/kernelTerms.ts";

/** One positive number of a kernel, on its natural scale. Optimizers see its logarithm. */
export interface KernelParameter {
  /** Path for reports and documents, for example "lengthScale", "lengthScale[2]" or "terms[0].variance". */
  readonly name: string;
  readonly value: number;
  /** Bounds of a search. A value given by the user outside of the usual bounds widens them. */
  readonly lower: number;
  readonly upper: number;
  /** A fixed parameter keeps its value in every search. */
  readonly fixed: boolean;
}

/** What a parameter of a family member is, for documents, help texts and forms. */
export interface ParameterDescription {
  readonly name: string;
  readonly symbol: string;
  readonly default: number;
  readonly lower: number;
  readonly upper: number;
  /** A sentence: meaning, unit, limits. */
  readonly text: string;
  /** The parameter may be an array with one value for each column, or for each group of columns. */
  readonly perColumn?: boolean;
  /** The parameter may be given as 0: its component is then switched off and not searched. */
  readonly mayBeZero?: boolean;
}

/** A kernel as plain data: `kind` names the member of the catalogue, the rest are its options. */
export interface KernelDocument {
  readonly kind: string;
  readonly [option: string]: unknown;
}

/** A kernel matrix, and what its derivatives add up to. */
export interface MatrixWithGradient {
  /** Exactly symmetric. Whoever asked for it may change its diagonal; the rest is read by `contract`. */
  readonly K: Matrix;
  /** Σ_ab W_ab ∂K_ab/∂log θ_j for each parameter θ_j, and Σ_ab W_ab K_ab, of K as it was made; W symmetric. */
  contract(weights: Matrix): { readonly gradient: Float64Array; readonly sum: number };
}

/**
 * A positive semidefinite function of two rows. A kernel sees matrices and column numbers, never tables; it is immutable.
 *
 * A kernel whose number of parameters depends on the columns (`relevance: "each"`) must first be told them by `forColumns`;
 * until then it lists its starting value and refuses to compute (`InputError`, code "unresolved-columns").
 */
export interface Kernel {
  /** Name in the catalogue. */
  readonly kind: string;
  /** All parameters in a fixed order, those of nested kernels included. */
  readonly parameters: readonly KernelParameter[];
  /** The same kernel with other parameter values, in the order of `parameters`, on the natural scale. */
  withValues(values: ArrayLike<number>): Kernel;
  /**
   * The same kernel for a known set of columns: `groups[j]` is the number of the source column that encoded column j
   * came from, so that the indicators of one category share one weight. One group a column when all numbers differ.
   */
  forColumns(groups: ArrayLike<number>): Kernel;
  /** The plain definition. `same` says that both are the same training row (a nugget counts only then). */
  evaluate(x: ArrayLike<number>, z: ArrayLike<number>, same?: boolean): number;
  /** K on the rows of X, exactly symmetric. */
  matrix(engine: Engine, x: Matrix): Matrix;
  /** The rows of X (down) against those of Z (across): no row is the same as another. Room that is given may be used for the result, or not. */
  cross(engine: Engine, x: Matrix, z: Matrix, options?: RoomOptions): Matrix;
  /** k(x, x) for each row, each being the same row as itself. */
  diagonal(x: Matrix): Float64Array;
  /**
   * Σ_ab W_ab ∂K_ab/∂log θ_j for each parameter θ_j, K = matrix(X) and W symmetric. Never builds one matrix a parameter.
   */
  gradient(engine: Engine, x: Matrix, weights: Matrix): Float64Array;
  /**
   * v times the kernel as a matrix on the rows of X, v positive (default: 1), with its gradient, for kernels where the
   * two can share work. `matrixWithGradient` asks for it, and does without it where it is missing.
   */
  matrixWithGradient?(engine: Engine, x: Matrix, variance?: number): MatrixWithGradient;
  /**
   * The kernel on rows of so many columns as a sum of terms that come apart column by column, but for what a row has for itself
   * (a nugget): by these a prediction is explained exactly. Undefined, or left out, where there are no such terms.
   */
  terms?(columns: number): readonly KernelTerm[] | undefined;
  /** The kernel as plain data, with the values of its parameters and the names of those that are fixed. */
  toDocument(): KernelDocument;
}
