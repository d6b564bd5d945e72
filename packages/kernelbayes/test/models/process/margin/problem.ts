import { matrix, type Matrix } from "../../../../src/engine/matrix.ts";
import { selectEngine } from "../../../../src/engine/selectEngine.ts";
import { wholeKernelRows } from "../../../../src/rows/kernel/kernelRows.ts";
import { trigonometricLoss, type MarginProblem } from "../../../../src/models/process/margin/marginMode.ts";
import { constant, gaussian, scale, sum, type Kernel } from "../../../../src/kernels/index.ts";
import { normal } from "../../../../src/random/normal.ts";
import { stream } from "../../../../src/random/stream.ts";

/** Two overlapping clouds in the plane, with weights of 1. */
export function clouds(n: number, seed: number, distance = 1.5): { readonly X: Matrix; readonly signs: Float64Array } {
  const source = stream(seed, 1);
  const signs = Float64Array.from({ length: n }, (_, i) => (i % 2 === 0 ? 1 : -1));
  const data = Float64Array.from({ length: 2 * n }, (_, at) => {
    const isFirst = at % 2 === 0;
    return normal(source) + (isFirst ? 0.5 * distance * signs[at >> 1] : 0);
  });
  return { X: matrix(n, 2, data), signs };
}

/** κ₀ exp(−½ κ ‖x − z‖²) + κ_b. */
export function kernelOf(kappa0: number, kappa: number, offset: number): Kernel {
  return sum(
    scale(gaussian({ lengthScale: 1 / Math.sqrt(kappa) }), { variance: kappa0 }),
    constant({ variance: offset }),
  );
}

export interface ProblemOptions {
  readonly kernel?: Kernel;
  readonly weights?: Float64Array;
  readonly halfWidth?: number;
  readonly bias?: boolean;
}

/** The classifier on rows of clouds. */
export function problemOf(
  { X, signs }: { readonly X: Matrix; readonly signs: Float64Array },
  { kernel = kernelOf(4, 0.7, 0.5), weights, halfWidth = 1, bias = false }: ProblemOptions = {},
): MarginProblem & { readonly K: Matrix } {
  const K = kernel.matrix(selectEngine(), X);
  return {
    K,
    kernel: wholeKernelRows(K),
    rows: { signs, weights: weights ?? new Float64Array(signs.length).fill(1) },
    loss: trigonometricLoss(halfWidth),
    bias,
  };
}

/** Some rows, as often as they are named. */
export function rowsOf(
  { X, signs }: { readonly X: Matrix; readonly signs: Float64Array },
  chosen: readonly number[],
): { readonly X: Matrix; readonly signs: Float64Array } {
  return {
    X: matrix(chosen.length, 2, Float64Array.from(chosen.flatMap((i) => [X.data[2 * i], X.data[2 * i + 1]]))),
    signs: Float64Array.from(chosen, (i) => signs[i]),
  };
}

/** The largest difference of two lists. */
export function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Infinity;
  return Array.from(a, (value, i) => Math.abs(value - b[i])).reduce((most, each) => Math.max(most, each), 0);
}
