import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { NumericalError } from "../../../errors.ts";
import { smallSolver } from "../../../optimize/smallSolver.ts";
import type { SoftmaxRows } from "./labelledRows.ts";
import type { SoftmaxMode } from "./mode.ts";

/** Gaussian laws of the latent values of rows. */
export interface LatentClasses {
  /** A row a row, a class a column. */
  readonly mean: Matrix;
  /** C × C numbers a row, symmetric. */
  readonly covariance: Matrix;
}

/**
 * The law of the latent values of each row with one unit of its own likelihood taken off, that is to first order as a fit
 * without it would have them. With v = min(1, w), W^i = v (diag π_i − π_i π_iᵀ) and Σ^i the covariance with the row,
 *
 *     V = (I − Σ^i W^i)⁻¹ Σ^i,   μ = f̂_i − v V (y_i − π_i).
 */
export function softmaxCavities(
  { weights }: SoftmaxRows,
  { latent, likelihood }: SoftmaxMode,
  covariances: Matrix,
): LatentClasses {
  const { rows: n, columns: C } = latent;
  const mean = matrix(n, C);
  const covariance = matrix(n, C * C);
  for (let i = 0; i < n; i++) {
    const unit = Math.min(1, weights[i]);
    const p = likelihood.probabilities.data.subarray(i * C, (i + 1) * C);
    const S = covariances.data.subarray(i * C * C, (i + 1) * C * C);
    const V = withoutUnit(S, p, unit);
    covariance.data.set(V, i * C * C);
    for (let c = 0; c < C; c++) {
      let shift = 0;
      for (let d = 0; d < C; d++) {
        shift += (V[c * C + d] * unit * likelihood.slopes.data[i * C + d]) / weights[i];
      }
      mean.data[i * C + c] = latent.data[i * C + c] - shift;
    }
  }
  return { mean, covariance };
}

/** (I − Σ W)⁻¹ Σ, symmetric. */
function withoutUnit(S: Float64Array, p: Float64Array, unit: number): Float64Array {
  const C = p.length;
  const system = new Float64Array(C * C);
  for (let c = 0; c < C; c++) {
    let product = 0;
    for (let d = 0; d < C; d++) product += S[c * C + d] * p[d];
    // (Σ W)_cd = unit (Σ_cd − (Σ π)_c) π_d
    for (let d = 0; d < C; d++) {
      system[c * C + d] = (c === d ? 1 : 0) - unit * (S[c * C + d] - product) * p[d];
    }
  }
  const solve = smallSolver(system, C);
  if (!solve) {
    throw new NumericalError(
      "no-cavity",
      "A row determines its own latent values so much that none are left without it.",
    );
  }
  const columns = Array.from({ length: C }, (_, d) => solve(Float64Array.from(p, (__, c) => S[c * C + d])));
  const V = new Float64Array(C * C);
  for (let c = 0; c < C; c++) {
    for (let d = 0; d < C; d++) V[c * C + d] = 0.5 * (columns[d][c] + columns[c][d]);
  }
  return V;
}
