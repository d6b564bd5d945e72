import type { Engine } from "../../../engine/engine.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import { selectRows } from "../../../matrix/row.ts";
import { factorToRounding } from "../../../rows/kernel/factorToRounding.ts";

/** How many eigenpairs are wanted: all of them, or those that rounding leaves of a kernel matrix, if they are few. */
export type SpectrumRank = "full" | "numerical";

/** Eigenpairs of a kernel matrix. */
export interface KernelSpectrum {
  /** In ascending order, never negative. */
  readonly values: Float64Array;
  /** A column for each of them, orthonormal. */
  readonly vectors: Matrix;
  /** What the vectors leave of the unit diagonal; undefined if they are all of them. */
  readonly remainder: Float64Array | undefined;
}

/** Below this order the whole decomposition takes milliseconds. */
const leastOrder = 256;

/**
 * The eigenpairs of a positive semidefinite kernel matrix. Smooth kernels have far fewer eigenvalues above rounding than there
 * are rows. If these are wanted alone, and few, they are found without the whole decomposition: K = G Gᵀ by pivoted Cholesky
 * factorization down to rounding, G = QR, and with R Rᵀ = W Λ Wᵀ
 *
 *     K = (QW) Λ (QW)ᵀ
 *
 * in O(n r²). The error is of the order of that of a whole decomposition, some ε λₘₐₓ, and the vectors are as orthogonal.
 */
export function kernelSpectrum(engine: Engine, K: Matrix, rank: SpectrumRank = "full"): KernelSpectrum {
  const factor = rank === "numerical" && K.rows >= leastOrder ? factorToRounding(engine, K) : undefined;
  if (factor === undefined) {
    const { values, vectors } = engine.eigenSymmetric(K);
    return { values: withoutRounding(values), vectors, remainder: undefined };
  }
  const { Q, R } = engine.qr(factor);
  const { values, vectors } = engine.eigenSymmetric(engine.symmetricProduct(R));
  const turned = engine.multiply(Q, vectors);
  return { values: values.map((value) => Math.max(0, value)), vectors: turned, remainder: remainderOf(engine, turned) };
}

/**
 * Eigenvalues in ascending order, with 0 for those that are nothing but rounding. A decomposition errs by some ε λₘₐₓ, and a
 * kernel has no negative eigenvalues: as far as they go below zero, as far they may be above it. An indefinite
 * matrix is not taken for rounding beyond n ε λₘₐₓ; its negative eigenvalues are 0 too.
 */
function withoutRounding(values: Float64Array): Float64Array {
  const n = values.length;
  const unit = n > 0 ? Number.EPSILON * Math.max(values[n - 1], 0) : 0;
  const error = n > 0 ? Math.min(n * unit, Math.max(unit, -values[0])) : 0;
  return values.map((value) => (value > error ? value : 0));
}

/** Below this 1 − Σⱼ vᵢⱼ² has lost digits that may count. */
const leastDifference = 1e-3;
/** Rows whose remainders are made together. */
const together = 64;

/** 1 − Σⱼ vᵢⱼ² or, where that would lose its digits, the squared length of what the vectors leave of the unit vector of the row. */
function remainderOf(engine: Engine, vectors: Matrix): Float64Array {
  const { data, rows: n, columns: r } = vectors;
  const remainder = new Float64Array(n);
  const small: number[] = [];
  for (let i = 0; i < n; i++) {
    let spanned = 0;
    for (let at = i * r; at < (i + 1) * r; at++) spanned += data[at] * data[at];
    remainder[i] = 1 - spanned;
    if (remainder[i] < leastDifference) small.push(i);
  }
  for (let from = 0; from < small.length; from += together) {
    const rows = small.slice(from, from + together);
    const spanned = engine.multiply(selectRows(vectors, rows), vectors, { transposeB: true });
    rows.forEach((row, k) => {
      let left = 0;
      for (let i = 0; i < n; i++) left += ((i === row ? 1 : 0) - spanned.data[k * n + i]) ** 2;
      remainder[row] = left;
    });
  }
  return remainder;
}
