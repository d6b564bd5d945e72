import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { NumericalError } from "../../../errors.ts";
import { diagonal } from "../../../matrix/index.ts";
import type { Coefficients } from "./coefficients.ts";
import { columnProducts } from "./columnProducts.ts";
import { solveTransposedInPlace } from "./solveTransposedInPlace.ts";

/** What is added to the diagonal of DᵀD + T, relative to the mean of that of DᵀD, where rounding left it indefinite. */
const guard = 1e-12;

/**
 * Coefficients of any columns, by one Cholesky factorization for each class. The products c = Dᵀz_k stand below DᵀD + T as a
 * row more, and come out of the factorization as uᵀ: no system is left to be solved but that for β.
 *
 *     ( A   c )   ( L   0 ) ( Lᵀ  u )
 *     ( cᵀ  · ) = ( uᵀ  · ) ( 0   · ),    L u = c
 */
export function correlatedCoefficients(engine: Engine, D: Matrix, count: number): Coefficients {
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
