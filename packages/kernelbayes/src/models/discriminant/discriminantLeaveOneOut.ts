import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { dot } from "../../matrix/dot.ts";
import { logSoftmaxInPlace } from "../../numeric/logSumExp.ts";
import type { DiscriminantMoments, Scatter } from "./gaussianEstimate.ts";

/** Log probabilities of the classes for each row, from the fit without that row. */
export interface HeldOutRows {
  /** Zeros in the rows below. */
  readonly logProbabilities: Matrix;
  /** Rows without which their class, or the covariance, has no degrees of freedom left. */
  readonly omitted: readonly number[];
  /**
   * Rows that carry a direction almost alone: without them little or nothing of it is left, and the formula has lost half
   * of its digits. A fit without the row must decide.
   */
  readonly doubtful: readonly number[];
}

export interface LeaveOneOutInput {
  readonly moments: DiscriminantMoments;
  readonly classes: Int32Array;
  readonly weights: Float64Array;
  /** One pooled scatter (linear), or one per class (quadratic). */
  readonly scatters: readonly Scatter[];
  /** ρ of (1 − ρ) S + ρ (tr S / p) I. */
  readonly shrinkage: number;
}

/** Below this share of what was there, a difference has lost half of its digits. */
const least = 1e-7;

/**
 * Exact leave-one-out probabilities of the linear and the quadratic discriminant, with the class frequencies of the
 * remaining rows, in O(r) a row and class once the scatters are diagonal.
 *
 * Taking one unit u = min(1, w) of row i out of class q lowers the scatter by c d dᵀ, with d = xᵢ − m_q and
 * c = u n_q/(n_q − u), and moves the mean, xᵢ − m_q' = d n_q/(n_q − u). So every inverse is a diagonal one in the
 * coordinates of the scatter, shifted by shrinkage, plus a rank-one term.
 */
export function discriminantLeaveOneOut(engine: Engine, input: LeaveOneOutInput): HeldOutRows {
  const { moments, classes, weights, scatters, shrinkage } = input;
  const { sizes, total, means, rows, columns: p } = moments;
  const { rows: n, columns: r } = rows;
  const C = sizes.length;
  const shared = scatters.length === 1;
  const turnedRows = scatters.map(({ vectors }) => engine.multiply(rows, vectors));
  const turnedMeans = scatters.map(({ vectors }) => engine.multiply(means, vectors));
  /** xᵢ − m_k in the coordinates of scatter s. */
  const differenceTo = (s: number, i: number, k: number, into: Float64Array): void => {
    for (let j = 0; j < r; j++) into[j] = turnedRows[s].data[i * r + j] - turnedMeans[s].data[k * r + j];
  };
  const logProbabilities = matrix(n, C);
  const omitted: number[] = [];
  const doubtful: number[] = [];
  const own = new Float64Array(r);
  const other = new Float64Array(r);
  const scores = new Float64Array(C);

  for (let i = 0; i < n; i++) {
    const q = classes[i];
    const unit = Math.min(1, weights[i]);
    const left = sizes[q] - unit;
    const ownDivisor = shared ? total - unit - C : left - 1;
    if (left <= 1e-9 || ownDivisor <= 1e-9) {
      omitted.push(i);
      continue;
    }
    const c = (unit * sizes[q]) / left;
    const moved = sizes[q] / left;
    differenceTo(shared ? 0 : q, i, q, own);
    const ownScatter = scatters[shared ? 0 : q];
    const changed = shrunkScatter(ownScatter, ownScatter.trace - c * dot(own, own), p, shrinkage);
    const a = changed.form(own, own);
    // The spherical matrix of ρ = 1 changes through its trace alone.
    const lowered = shrinkage < 1 ? c : 0;
    const omega = 1 - lowered * a;
    if (!(omega > least) || !(changed.trace > least * ownScatter.trace)) {
      doubtful.push(i);
      continue;
    }
    for (let k = 0; k < C; k++) {
      if (shared) {
        differenceTo(0, i, k, other);
        const form =
          k === q
            ? (moved * moved * a) / omega
            : changed.form(other, other) + (lowered * changed.form(own, other) ** 2) / omega;
        scores[k] = -0.5 * ownDivisor * changed.weight * form;
      } else if (k === q) {
        scores[k] =
          -0.5 *
          (ownDivisor * changed.weight * moved * moved * (a / omega) +
            changed.logDeterminant(ownDivisor) +
            Math.log(omega));
      } else {
        const divisor = sizes[k] - 1;
        const unchanged = shrunkScatter(scatters[k], scatters[k].trace, p, shrinkage);
        differenceTo(k, i, k, other);
        scores[k] =
          -0.5 * (divisor * unchanged.weight * unchanged.form(other, other) + unchanged.logDeterminant(divisor));
      }
      scores[k] += Math.log(k === q ? left : sizes[k]);
    }
    logSoftmaxInPlace(scores);
    logProbabilities.data.set(scores, i * C);
  }
  return { logProbabilities, omitted, doubtful };
}

/**
 * A scatter S with shrinkage ρ: the covariance is (S + b I)(1 − ρ)/divisor with b = ρ t/(p (1 − ρ)) and t the trace, or
 * (t/p) I/divisor when ρ = 1. Quadratic forms are in the inverse of the bracket; `weight` is 1/(1 − ρ), or 1.
 */
function shrunkScatter(scatter: Scatter, trace: number, p: number, rho: number) {
  const spherical = rho === 1;
  const added = spherical ? trace / p : (rho * trace) / (p * (1 - rho));
  const weight = spherical ? 1 : 1 / (1 - rho);
  const { values } = scatter;
  const spectrum = (j: number): number => (spherical ? 0 : values[j]) + added;
  return {
    trace,
    weight,
    form(d: Float64Array, e: Float64Array): number {
      let sum = 0;
      for (let j = 0; j < d.length; j++) sum += (d[j] * e[j]) / spectrum(j);
      return sum;
    },
    logDeterminant(divisor: number): number {
      const outside = rho > 0 ? p - values.length : 0;
      let sum = outside > 0 ? outside * Math.log(added) : 0;
      for (let j = 0; j < values.length; j++) sum += Math.log(spectrum(j));
      return sum - (values.length + outside) * Math.log(divisor * weight);
    },
  };
}
