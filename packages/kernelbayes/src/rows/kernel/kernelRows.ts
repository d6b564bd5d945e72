import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import type { Kernel } from "../../kernels/kernel.ts";

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

/** Once this share of the rows was asked for, the rest is cheaper all at once. */
const manyAsked = 0.25;

/**
 * The rows of a kernel matrix as they are asked for: kept, and completed to the whole matrix once many were, where that fits into
 * the memory; otherwise those that were used last. Most searches touch few rows besides the support vectors.
 */
export function kernelRows(engine: Engine, kernel: Kernel, X: Matrix, memory: number = wholeMatrixLimit): KernelRows {
  const n = X.rows;
  if (8 * n * n > memory) return cachedKernelRows(engine, kernel, X, memory);
  const diagonal = kernel.diagonal(X);
  const compute = singleRows(engine, kernel, X, diagonal);
  const known = Array.from<Float64Array | undefined>({ length: n });
  let asked = 0;
  let whole: KernelRows | undefined;
  const row = (i: number): Float64Array => {
    if (whole) return whole.row(i);
    const own = known[i];
    if (own) return own;
    if (++asked <= manyAsked * n) return (known[i] = compute(i));
    known.fill(undefined);
    whole = wholeKernelRows(kernel.matrix(engine, X));
    return whole.row(i);
  };
  return { size: n, diagonal, row };
}

/** The rows of a matrix that is there already. */
export function wholeKernelRows(K: Matrix): KernelRows {
  const n = K.rows;
  const views = Array.from({ length: n }, (_, i) => K.data.subarray(i * n, (i + 1) * n));
  return { size: n, diagonal: Float64Array.from(views, (row, i) => row[i]), row: (i) => views[i] };
}

/** Rows computed when they are first asked for; the memory holds those that were used last. */
export function cachedKernelRows(engine: Engine, kernel: Kernel, X: Matrix, memory: number): KernelRows {
  const diagonal = kernel.diagonal(X);
  return { size: X.rows, diagonal, row: recentRows(X.rows, memory, singleRows(engine, kernel, X, diagonal)) };
}

/** Row i of the kernel matrix by itself. */
function singleRows(engine: Engine, kernel: Kernel, X: Matrix, diagonal: Float64Array): (i: number) => Float64Array {
  const p = X.columns;
  return (i) => {
    const own = matrix(1, p, X.data.subarray(i * p, (i + 1) * p));
    const { data } = kernel.cross(engine, own, X);
    data[i] = diagonal[i];
    return data;
  };
}

/**
 * Rows by their number, of `size` numbers and entries, computed when they are not there. The memory (in bytes) holds those
 * that were used last, two at least.
 */
export function recentRows(
  size: number,
  memory: number,
  compute: (i: number) => Float64Array,
): (i: number) => Float64Array {
  const most = Math.max(2, Math.floor(memory / (8 * Math.max(1, size))));
  const known = Array.from<Float64Array | undefined>({ length: size });
  /** When each row was used last. */
  const used = new Float64Array(size);
  let time = 0;
  let held = 0;

  /** A search over all is little beside the computation of a row. */
  function forgetOldest(): void {
    let oldest = -1;
    for (let i = 0; i < size; i++) if (known[i] && (oldest < 0 || used[i] < used[oldest])) oldest = i;
    known[oldest] = undefined;
    held--;
  }

  return (i) => {
    used[i] = ++time;
    const row = known[i];
    if (row) return row;
    if (held >= most) forgetOldest();
    held++;
    return (known[i] = compute(i));
  };
}
