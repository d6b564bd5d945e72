import type { Matrix } from "../../../engine/matrix.ts";
import type { Coefficients } from "./coefficients.ts";
import { columnProducts } from "./columnProducts.ts";

/**
 * Coefficients of columns that are orthogonal to each other: A_k is diagonal, with entries e_l + τ_lk for squared norms e_l,
 * and with c_lk = D_lᵀ z_k
 *
 *     β_lk = c_lk / (e_l + τ_lk) + σ e_lk / √(e_l + τ_lk),    u_kᵀu_k = Σ_l c_lk² / (e_l + τ_lk)
 */
export function orthogonalCoefficients(D: Matrix, squaredNorms: Float64Array, count: number): Coefficients {
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
