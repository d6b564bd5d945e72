import type { Engine } from "../engine/engine.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import { selectColumns } from "../matrix/selectColumns.ts";
import type { PairWeights } from "./pairWeights.ts";

/** How much larger than the sum the terms may be that cancel in it; beyond, a column is summed pair by pair. */
const mostCancelled = 1e4;

/**
 * wⱼ Σ_ab V_ab (x_aj − x_bj)² for each column j, V symmetric with zeros on its diagonal and given by its lower triangle T. Each is
 * right to about 1e-11 of Σ_ab |V_ab| r²_ab, where r² = Σⱼ wⱼ (x_aj − x_bj)².
 *
 * With x centred and s = V1 the sum is 2wⱼ [Σ_a s_a x_aj² − 2 xⱼᵀ T xⱼ], one product of the engine for all
 * columns. What cancels there is of the size of wⱼ Σ_a |s_a| x_aj²; close rows far from the centre lose digits by it. Where they
 * would lose more than four, the column is summed from the differences of each pair, at several times the cost.
 */
export function squaredDifferences(
  engine: Engine,
  x: Matrix,
  { lower, sums, sizes, size }: PairWeights,
  weights: Float64Array,
): Float64Array {
  const p = x.columns;
  if (sizes.every((each) => each === 0)) return new Float64Array(p);

  const centred = centre(x, sizes);
  const product = engine.multiply(lower, centred).data;
  const result = new Float64Array(p);
  const cancelled = new Float64Array(p);
  for (let index = 0; index < product.length; index++) {
    const a = Math.floor(index / p);
    const j = index % p;
    const value = centred.data[index];
    result[j] += weights[j] * value * (2 * (sums[a] * value - 2 * product[index]));
    cancelled[j] += weights[j] * value * sizes[a] * value;
  }
  const lossy = Array.from(cancelled.keys()).filter((j) => !(cancelled[j] <= mostCancelled * size));
  pairByPair(selectColumns(x, lossy), lower).forEach((each, index) => {
    result[lossy[index]] = weights[lossy[index]] * each;
  });
  return result;
}

/** The columns less their mean, rows weighted by their sizes. */
function centre(x: Matrix, sizes: Float64Array): Matrix {
  const total = sizes.reduce((sum, each) => sum + each, 0);
  const means = new Float64Array(x.columns);
  x.data.forEach((value, index) => {
    means[index % x.columns] += (sizes[Math.floor(index / x.columns)] / total) * value;
  });
  return matrix(
    x.rows,
    x.columns,
    x.data.map((value, index) => value - means[index % x.columns]),
  );
}

function pairByPair({ data, rows: n, columns: p }: Matrix, V: Matrix): Float64Array {
  const sums = new Float64Array(p);
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < a; b++) {
      const weight = 2 * V.data[a * n + b];
      if (weight === 0) continue;
      for (let j = 0, i = a * p, k = b * p; j < p; j++, i++, k++) {
        const difference = data[i] - data[k];
        sums[j] += weight * difference * difference;
      }
    }
  }
  return sums;
}
