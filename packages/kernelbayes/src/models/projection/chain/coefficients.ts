import type { Engine } from "../../../engine/engine.ts";
import type { ProjectionProblem } from "./projectionProblem.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { NumericalError } from "../../../errors.ts";
import { diagonal } from "../../../matrix/index.ts";
import { columnProducts } from "./columnProducts.ts";

/**
 * The coefficients given latent predictors and precisions. With A_k = DᵀD + diag(τ_k) = L_k L_kᵀ and u_k = L_k⁻¹ Dᵀ z_k,
 *
 *     β_k ~ N(L_k⁻ᵀ u_k, σ² A_k⁻¹)
 *
 * Everything is stored class by class: z_ik at k · rows + i; β_lk, τ_lk and the normals at k · columns + l. Coefficients of
 * variance 1/τ, independent of the noise, are those of precisions σ²τ.
 */
export interface Coefficients {
  /** Takes in z and τ, and returns Σ_k (z_kᵀz_k − u_kᵀu_k), which is never negative; NaN where z is not finite. */
  condition(z: Float64Array, precisions: Float64Array): number;
  /** Writes β_k = L_k⁻ᵀ (u_k + σ e_k) for the z and τ last taken in and standard normal e. */
  draw(deviation: number, normals: Float64Array, target: Float64Array): void;
  /** Writes the means D β_k of the predictors. */
  combine(coefficients: Float64Array, target: Float64Array): void;
}

/** Without any factorization where the columns are orthogonal to each other, with one for each class elsewhere. */
export function coefficientsOf(engine: Engine, { D, squaredNorms, classCount }: ProjectionProblem): Coefficients {
  return squaredNorms === undefined
    ? correlatedCoefficients(engine, D, classCount - 1)
    : orthogonalCoefficients(D, squaredNorms, classCount - 1);
}

/** What is added to the diagonal of DᵀD + T, relative to the mean of that of DᵀD, where rounding left it indefinite. */
const guard = 1e-12;

/**
 * Coefficients of any columns, by one Cholesky factorization for each class. The products c = Dᵀz_k stand below DᵀD + T as a
 * row more, and come out of the factorization as uᵀ: no system is left to be solved but that for β.
 *
 *     ( A   c )   ( L   0 ) ( Lᵀ  u )
 *     ( cᵀ  · ) = ( uᵀ  · ) ( 0   · ),    L u = c
 */
function correlatedCoefficients(engine: Engine, D: Matrix, count: number): Coefficients {
  const { rows: n, columns: p } = D;
  const { inner, combine } = columnProducts(D);
  const G = engine.symmetricProduct(D, { transpose: true });
  const norms = diagonal(G);
  const jitter = (guard * norms.reduce((sum, norm) => sum + norm, 0)) / p;
  const side = p + 1;
  const bordered = matrix(side, side);
  for (let l = 0; l < p; l++) bordered.data.set(G.data.subarray(l * p, l * p + p), l * side);
  const products = new Float64Array(p * count);
  const factors = Array.from({ length: count }, () => matrix(side, side));

  const isFactored = (precisions: Float64Array, k: number, added: number): boolean => {
    for (let l = 0; l < p; l++) bordered.data[l * side + l] = norms[l] + precisions[k * p + l] + added;
    const result = engine.cholesky(bordered, { into: factors[k] });
    if (result.ok) factors[k] = result.factor;
    return result.ok;
  };

  return {
    condition(z, precisions) {
      inner(z, count, products);
      let residual = 0;
      for (let k = 0; k < count; k++) {
        let squares = 0;
        for (let at = k * n, end = at + n; at < end; at++) squares += z[at] * z[at];
        if (!(squares < Infinity)) return NaN;
        // Any corner above uᵀu will do, and zᵀz ≥ uᵀu.
        bordered.data[p * side + p] = 1 + 2 * squares;
        bordered.data.set(products.subarray(k * p, k * p + p), p * side);
        if (!isFactored(precisions, k, 0) && !isFactored(precisions, k, jitter)) throw notPositiveDefinite(p);
        const { data: factor } = factors[k];
        for (let l = 0, at = p * side; l < p; l++, at++) squares -= factor[at] * factor[at];
        residual += squares < 0 ? 0 : squares;
      }
      return residual;
    },
    draw(deviation, normals, target) {
      for (let k = 0; k < count; k++) {
        const start = k * p;
        const { data: factor } = factors[k];
        for (let l = 0; l < p; l++) target[start + l] = factor[p * side + l] + deviation * normals[start + l];
        solveTransposedInPlace(factor, p, side, target, start);
      }
    },
    combine: (coefficients, target) => combine(coefficients, count, target),
  };
}

function notPositiveDefinite(size: number): NumericalError {
  return new NumericalError(
    "not-positive-definite",
    `DᵀD + T of ${size} columns is not positive definite to working precision, even with ${guard} of its mean added to the ` +
      `diagonal. Precisions of the coefficients have become too small; choose another prior for them.`,
  );
}

/**
 * Coefficients of columns that are orthogonal to each other: A_k is diagonal, with entries e_l + τ_lk for squared norms e_l,
 * and with c_lk = D_lᵀ z_k
 *
 *     β_lk = c_lk / (e_l + τ_lk) + σ e_lk / √(e_l + τ_lk),    u_kᵀu_k = Σ_l c_lk² / (e_l + τ_lk)
 */
function orthogonalCoefficients(D: Matrix, squaredNorms: Float64Array, count: number): Coefficients {
  const p = D.columns;
  const { inner, combine } = columnProducts(D);
  const products = new Float64Array(p * count);
  const diagonal = new Float64Array(p * count);
  return {
    condition(z, precisions) {
      inner(z, count, products);
      let residual = 0;
      for (let k = 0; k < count; k++) {
        let squares = 0;
        for (let at = k * D.rows, end = at + D.rows; at < end; at++) squares += z[at] * z[at];
        for (let l = 0, at = k * p; l < p; l++, at++) {
          diagonal[at] = squaredNorms[l] + precisions[at];
          squares -= (products[at] * products[at]) / diagonal[at];
        }
        residual += squares < 0 ? 0 : squares;
      }
      return residual;
    },
    draw(deviation, normals, target) {
      for (let at = 0; at < target.length; at++) {
        target[at] = products[at] / diagonal[at] + (deviation * normals[at]) / Math.sqrt(diagonal[at]);
      }
    },
    combine: (coefficients, target) => combine(coefficients, count, target),
  };
}

/**
 * x ← L⁻ᵀ x in place, for a lower triangular L stored row by row in rows of `stride` numbers, and the x that begins at
 * `start`. From the last entry to the first and along the rows of L, four of which are taken at once: x, which is read and
 * written for each of them, is then read and written a quarter as often.
 */
export function solveTransposedInPlace(
  L: Float64Array,
  size: number,
  stride: number,
  x: Float64Array,
  start: number,
): void {
  for (let end = size; end > 0; end -= 4) {
    const begin = Math.max(0, end - 4);
    for (let l = end - 1; l >= begin; l--) {
      const row = l * stride;
      const value = x[start + l] / L[row + l];
      x[start + l] = value;
      for (let j = begin; j < l; j++) x[start + j] -= L[row + j] * value;
    }
    // Only the last block, which nothing is left below, may have fewer than four rows.
    if (begin === 0) return;
    const a = begin * stride;
    const b = a + stride;
    const c = b + stride;
    const d = c + stride;
    const first = x[start + begin];
    const second = x[start + begin + 1];
    const third = x[start + begin + 2];
    const fourth = x[start + begin + 3];
    for (let j = 0; j < begin; j++) {
      x[start + j] -= L[a + j] * first + L[b + j] * second + L[c + j] * third + L[d + j] * fourth;
    }
  }
}
