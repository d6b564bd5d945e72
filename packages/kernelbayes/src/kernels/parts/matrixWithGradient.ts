import type { Engine } from "../../engine/engine.ts";
import type { Matrix } from "../../engine/matrix.ts";
import { diagonal } from "../../matrix/diagonal.ts";
import type { Kernel, MatrixWithGradient } from "../kernel.ts";
import { requireWeights } from "./requireWeights.ts";
import { timesInPlace } from "../../matrix/addMatrices.ts";

/**
 * The matrix v·K on the rows of X with its gradient, for whoever wants both: at less than the price of `matrix` and `gradient`
 * where the kernel can share work between them, and at their price where it cannot.
 */
export function matrixWithGradient(engine: Engine, kernel: Kernel, x: Matrix, variance = 1): MatrixWithGradient {
  return kernel.matrixWithGradient?.(engine, x, variance) ?? matrixAndGradient(engine, kernel, x, variance);
}

/** The same from `matrix` and `gradient`, which share nothing. */
export function matrixAndGradient(engine: Engine, kernel: Kernel, x: Matrix, variance: number): MatrixWithGradient {
  const K = kernel.matrix(engine, x);
  timesInPlace(K.data, variance);
  const own = diagonal(K);
  return {
    K,
    contract: (W) => ({
      sum: weightedSum(x, W, K, own),
      gradient: kernel.gradient(engine, x, W).map((each) => variance * each),
    }),
  };
}

/** Σ_ab W_ab K_ab of symmetric matrices, from their lower triangles and the diagonal that K had. */
function weightedSum(x: Matrix, W: Matrix, K: Matrix, own: Float64Array): number {
  requireWeights(x, W);
  const n = K.rows;
  const [weights, entries] = [W.data, K.data];
  let total = 0;
  for (let a = 0; a < n; a++) {
    let below = 0;
    for (let at = a * n; at < a * n + a; at++) below += weights[at] * entries[at];
    total += 2 * below + weights[a * n + a] * own[a];
  }
  return total;
}
