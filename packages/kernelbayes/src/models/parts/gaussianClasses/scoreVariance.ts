import { matrix, type Matrix } from "../../../engine/matrix.ts";

/**
 * Variance of a contrast Σ_k g_k score_k of the class scores of one row, Σ g = 0, by the delta method: how far the
 * difference of scores would move if the model were fitted to other rows of the same kind.
 */
export type ScoreVariance = (row: number, contrast: Float64Array) => number;

/** What the variance of estimated class parameters depends on. */
export interface Sampling {
  /** Weighted number of rows of each class. */
  readonly sizes: Float64Array;
  /** Whether the class frequencies were estimated too, which adds 1/n_k. */
  readonly priorsAreEmpirical: boolean;
}

/**
 * One covariance for all classes, ν degrees of freedom. With d_k = x − m_k whitened and D_kl = d_k · d_l the scores have
 *
 *     Cov_kl = δ_kl (D_kk + 1)/n_k + D_kl²/(2ν)
 *
 * Far from the data the D grow with the square of the distance and almost cancel in a contrast. So the second part is taken
 * as ‖Σ_k g_k d_k d_kᵀ‖²/(2ν), where the square of u = x − m₀ drops out by Σ g = 0: with μ_k = m_k − m₀, v = Σ g_k μ_k
 * and N = Σ g_k μ_k μ_kᵀ the matrix is N − u vᵀ − v uᵀ, and its squared norm
 *
 *     2‖u‖²‖v‖² + 2(u·v)² − 4 uᵀN v + ‖N‖²
 */
export function sharedScoreVariance(
  white: Matrix,
  whiteMeans: Matrix,
  degrees: number,
  { sizes, priorsAreEmpirical }: Sampling,
): ScoreVariance {
  const C = sizes.length;
  const width = white.columns;
  const fromFirst = (rows: Matrix, row: number, j: number): number => rows.data[row * width + j] - whiteMeans.data[j];
  const products = matrix(C, C);
  for (let k = 0; k < C; k++) {
    for (let l = 0; l < C; l++) {
      let sum = 0;
      for (let j = 0; j < width; j++) sum += fromFirst(whiteMeans, k, j) * fromFirst(whiteMeans, l, j);
      products.data[k * C + l] = sum;
    }
  }
  const along = new Float64Array(C);
  return (row, g) => {
    let uu = 0;
    along.fill(0);
    for (let j = 0; j < width; j++) {
      const u = fromFirst(white, row, j);
      uu += u * u;
      for (let k = 0; k < C; k++) along[k] += u * fromFirst(whiteMeans, k, j);
    }
    let own = 0;
    let uv = 0;
    let vv = 0;
    let uNv = 0;
    let NN = 0;
    for (let k = 0; k < C; k++) {
      const distance = Math.max(0, uu - 2 * along[k] + products.data[k * C + k]);
      own += (g[k] * g[k] * (distance + (priorsAreEmpirical ? 1 : 0))) / sizes[k];
      uv += g[k] * along[k];
      let muv = 0;
      for (let l = 0; l < C; l++) {
        const product = products.data[k * C + l];
        muv += g[l] * product;
        NN += g[k] * g[l] * product * product;
      }
      vv += g[k] * muv;
      uNv += g[k] * along[k] * muv;
    }
    return own + Math.max(0, 2 * uu * vv + 2 * uv * uv - 4 * uNv + NN) / (2 * degrees);
  };
}

/**
 * One covariance a class, ν_k = n_k − 1 degrees of freedom, p directions. The scores are independent, with
 *
 *     Var_k = (D_kk + 1)/n_k + (D_kk² − 2 D_kk + p)/(2 ν_k)
 */
export function separateScoreVariance(
  quadratics: Matrix,
  dimension: number,
  { sizes, priorsAreEmpirical }: Sampling,
): ScoreVariance {
  const C = sizes.length;
  return (row, g) => {
    let variance = 0;
    for (let k = 0; k < C; k++) {
      if (g[k] === 0) continue; // a class out of question, whose variance may have overflowed
      const form = quadratics.data[row * C + k];
      // D² − 2D + p; a class of one row, whose covariance is borrowed, counts as one of two.
      const shape = ((form - 1) ** 2 + dimension - 1) / (2 * Math.max(1, sizes[k] - 1));
      variance += g[k] * g[k] * ((form + (priorsAreEmpirical ? 1 : 0)) / sizes[k] + shape);
    }
    return variance;
  };
}
