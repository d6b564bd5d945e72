import type { Matrix } from "../../engine/matrix.ts";

/** Weights V_ab of pairs of different rows, V symmetric. They are made as they are asked for, so that V is nowhere whole. */
export interface PairWeights {
  /**
   * Fills the rows `first` to `last − 1` of the lower triangle of V, each of length `last`, with zeros from the diagonal on. Gives
   * Σ |V_ab| r²_ab over the pairs b < a, or a lower bound that is close to it where the squared distances r² are small:
   * it tells how much will cancel in sums of squared differences.
   */
  fill(first: number, last: number, target: Float64Array): number;
}

/**
 * V = W ∘ slope(r²) for a matrix R of squared distances r². Equal rows count nothing, since their differences are 0, however
 * steep the slope.
 */
export function slopeWeights(W: Matrix, R: Matrix, slope: (squared: number) => number): PairWeights {
  const n = R.rows;
  const [given, distances] = [W.data, R.data];
  return {
    fill(first, last, target) {
      let size = 0;
      for (let a = first, to = 0; a < last; a++) {
        for (let b = 0, at = a * n; b < a; b++, at++, to++) {
          const squared = distances[at];
          const value = squared === 0 ? 0 : given[at] * slope(squared);
          target[to] = value;
          if (value !== 0) size += Math.abs(value) * squared;
        }
        for (let b = a; b < last; b++, to++) target[to] = 0;
      }
      return size;
    },
  };
}

/**
 * V = W ∘ K for a gaussian kernel K = v exp(−½r²), of which nothing on the diagonal is read: no exponential is taken again, and the
 * distances are bounded by r² = −2 log(K/v) ≥ 2(1 − K/v).
 */
export function gaussianWeights(W: Matrix, K: Matrix, variance: number): PairWeights {
  return { fill: (first, last, target) => fillGaussian(W, K, variance, first, last, target) };
}

/** A function of its own, which is compiled once for all weights. */
function fillGaussian(
  { data: given, rows: n }: Matrix,
  { data: kernel }: Matrix,
  variance: number,
  first: number,
  last: number,
  target: Float64Array,
): number {
  let size = 0;
  for (let a = first, to = 0; a < last; a++) {
    for (let b = 0, at = a * n; b < a; b++, at++, to++) {
      const k = kernel[at];
      const value = given[at] * k;
      target[to] = value;
      size += Math.abs(value) * (variance - k);
    }
    for (let b = a; b < last; b++, to++) target[to] = 0;
  }
  return (2 * size) / variance;
}
