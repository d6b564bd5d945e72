import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import type { KernelRows } from "../../rows/kernel/kernelRows.ts";

/** The kernel of the free rows, factored, with what the constraint Σβ = 0 needs. */
export interface FreeSystem {
  readonly free: Int32Array;
  /** L of K_ff + 1e−10 · mean diagonal. */
  readonly factor: Matrix;
  /** u = K_ff⁻¹ 1. */
  readonly ofOnes: Float64Array;
  /** s = 1ᵀ K_ff⁻¹ 1. */
  readonly total: number;
}

/** Relative to the mean of the diagonal: enough for free rows that are equal. */
const jitter = 1e-10;

/** One Cholesky factorization of the free rows; undefined where they do not determine their coefficients even so. */
export function freeSystem(engine: Engine, rows: KernelRows, free: Int32Array): FreeSystem | undefined {
  const m = free.length;
  if (m === 0) return undefined;
  const K = matrix(m, m);
  for (let a = 0; a < m; a++) {
    const row = rows.row(free[a]);
    for (let b = 0; b < m; b++) K.data[a * m + b] = row[free[b]];
  }
  const mean = free.reduce((sum, i) => sum + rows.diagonal[i], 0) / m;
  for (let a = 0; a < m; a++) K.data[a * m + a] += jitter * mean;
  const factored = engine.cholesky(K);
  if (!factored.ok) return undefined;
  const ofOnes = engine.solveFactored(factored.factor, matrix(m, 1, new Float64Array(m).fill(1))).data;
  const total = ofOnes.reduce((sum, u) => sum + u, 0);
  return total > 0 ? { free, factor: factored.factor, ofOnes, total } : undefined;
}
