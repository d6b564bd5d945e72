import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { recentRows } from "./recentRows.ts";

/** The kernel matrix of some rows, one row of it at a time. */
export interface KernelRows {
  readonly size: number;
  /** k(xᵢ, xᵢ), with the nugget where the kernel has one. */
  readonly diagonal: Float64Array;
  /** Row i of K. Not to be changed, and kept by the caller over at most one further call. */
  row(i: number): Float64Array;
}

/** What a kernel matrix may take before its rows are computed as they are needed, in bytes: 8000 rows. */
export const wholeMatrixLimit = 512e6;

/** The rows of a kernel matrix: all at once where they fit into the memory, otherwise as they are asked for. */
export function kernelRows(engine: Engine, kernel: Kernel, X: Matrix, memory: number = wholeMatrixLimit): KernelRows {
  return 8 * X.rows * X.rows <= memory
    ? wholeKernelRows(kernel.matrix(engine, X))
    : cachedKernelRows(engine, kernel, X, memory);
}

/** The rows of a matrix that is there already. */
export function wholeKernelRows(K: Matrix): KernelRows {
  const n = K.rows;
  const views = Array.from({ length: n }, (_, i) => K.data.subarray(i * n, (i + 1) * n));
  return { size: n, diagonal: Float64Array.from(views, (row, i) => row[i]), row: (i) => views[i] };
}

/** Rows computed when they are first asked for; the memory holds those that were used last. */
export function cachedKernelRows(engine: Engine, kernel: Kernel, X: Matrix, memory: number): KernelRows {
  const p = X.columns;
  const diagonal = kernel.diagonal(X);
  const row = recentRows(X.rows, memory, (i) => {
    const own = matrix(1, p, X.data.subarray(i * p, (i + 1) * p));
    const { data } = kernel.cross(engine, own, X);
    data[i] = diagonal[i];
    return data;
  });
  return { size: X.rows, diagonal, row };
}
