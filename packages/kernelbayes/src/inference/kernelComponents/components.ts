import type { Matrix } from "../../engine/matrix.ts";
import type { Kernel } from "../../kernels/kernel.ts";

/** Principal components of rows in the space of a kernel. */
export interface KernelComponents {
  readonly kernel: Kernel;
  /** Eigenvalues of the centered kernel matrix, from the largest, as many as components are kept. */
  readonly eigenvalues: Float64Array;
  /** The sum of all eigenvalues, those that were dropped included. */
  readonly total: number;
  /** Scores of the rows: a column for each component, of mean 0 and with the eigenvalue as its sum of squares. */
  readonly scores: Matrix;
  /** Scores of other rows. A row that is one of the first has that row's scores. */
  project(X: Matrix): Matrix;
  /** The components without the last ones. */
  first(count: number): KernelComponents;
}
