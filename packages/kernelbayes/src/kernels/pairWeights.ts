import type { Matrix } from "../engine/matrix.ts";

/** Weights V_ab of pairs of rows, and what tells how much will cancel in sums of their squared differences. */
export interface PairWeights {
  /** V below the diagonal, of which it is the mirror image above; zeros elsewhere. */
  readonly lower: Matrix;
  /** Σ_b V_ab for each row. */
  readonly sums: Float64Array;
  /** Σ_b |V_ab| for each row. */
  readonly sizes: Float64Array;
  /** A lower bound of Σ_ab |V_ab| r²_ab, close to it where r² is small. */
  readonly size: number;
  /** Σ_ab V_ab. */
  readonly sum: number;
  /** Σ W_ab over pairs of equal rows that V leaves out, each row with itself among them. */
  readonly equal: number;
}

/**
 * V = W ∘ slope(r²) for the squared distances r², whose matrix is made that of V. Equal rows count nothing, since their
 * differences are 0, however steep the slope.
 */
export function slopeWeightsInPlace(W: Matrix, R: Matrix, slope: (squared: number) => number): PairWeights {
  const n = R.rows;
  const { data } = R;
  const sums = new Float64Array(n);
  const sizes = new Float64Array(n);
  let size = 0;
  let sum = 0;
  let equal = 0;
  for (let a = 0; a < n; a++) {
    let own = 0;
    let absolute = 0;
    for (let b = 0, at = a * n; b < a; b++, at++) {
      const squared = data[at];
      data[at] = 0;
      if (squared === 0) {
        equal += 2 * W.data[at];
        continue;
      }
      const value = W.data[at] * slope(squared);
      if (value === 0) continue;
      data[at] = value;
      const most = Math.abs(value);
      own += value;
      absolute += most;
      sums[b] += value;
      sizes[b] += most;
      size += most * squared;
    }
    data.fill(0, a * n + a, (a + 1) * n);
    equal += W.data[a * n + a];
    sum += own;
    sums[a] += own;
    sizes[a] += absolute;
  }
  return { lower: R, sums, sizes, size: 2 * size, sum: 2 * sum, equal };
}

/**
 * V = W ∘ G for a gaussian kernel matrix G = exp(−½r²), which is made that of V: no exponential is taken again, and the
 * distances are bounded by r² = −2 log G ≥ 2(1 − G).
 */
export function gaussianWeightsInPlace(W: Matrix, G: Matrix): PairWeights {
  const n = G.rows;
  const { data } = G;
  const given = W.data;
  const sums = new Float64Array(n);
  const sizes = new Float64Array(n);
  let size = 0;
  let sum = 0;
  let equal = 0;
  for (let a = 0; a < n; a++) {
    let own = 0;
    let absolute = 0;
    for (let b = 0, at = a * n; b < a; b++, at++) {
      const g = data[at];
      const value = given[at] * g;
      data[at] = value;
      const most = Math.abs(value);
      own += value;
      absolute += most;
      sums[b] += value;
      sizes[b] += most;
      size += most * (1 - g);
    }
    data.fill(0, a * n + a, (a + 1) * n);
    equal += given[a * n + a];
    sum += own;
    sums[a] += own;
    sizes[a] += absolute;
  }
  return { lower: G, sums, sizes, size: 4 * size, sum: 2 * sum, equal };
}
