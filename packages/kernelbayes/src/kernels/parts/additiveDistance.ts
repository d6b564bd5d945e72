import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import type { ColumnParameter } from "./columnParameter.ts";
import type { Kernel, ParameterDescription } from "../kernel.ts";
import { weightedProduct } from "./kernelTerms.ts";
import { requireSameColumns, requireWeights } from "./requireWeights.ts";

/** The parameter that the l1 and the hamming kernel have in common. */
export const weightDescription: ParameterDescription = {
  name: "weight",
  symbol: "w",
  default: 1,
  lower: 1e-9,
  upper: 1e9,
  text: "How much a difference in a column counts. A column whose weight falls to 0 has ceased to matter.",
  perColumn: true,
};

/** How the differences in the columns of two rows are taken; rows are found in their matrices by number. */
export interface ColumnDistance {
  /** Σⱼ wⱼ d(xⱼ, zⱼ) for row i of X and row k of Z. */
  total(x: ArrayLike<number>, i: number, z: ArrayLike<number>, k: number, w: Float64Array): number;
  /** `total` of all rows of X with those of Z, or with those before each row and itself, where an engine has that; the same bits. */
  totals?(engine: Engine, x: Matrix, z: Matrix | undefined, w: Float64Array): Matrix | undefined;
  /** d of the values of one column. */
  single(x: number, z: number): number;
  /** Adds factor · d(xⱼ, zⱼ) to sums[j], for rows i and k of X. */
  addInPlace(sums: Float64Array, factor: number, x: Float64Array, i: number, k: number): void;
}

/**
 * What all kernels k = exp(−Σⱼ wⱼ d(xⱼ, zⱼ)) compute alike. Matrix and plain definition add up the columns in one order
 * and so are equal bit for bit. O(n²p).
 *
 *     ∂k/∂log wⱼ = −wⱼ d(xⱼ, zⱼ) k
 */
export function additiveDistance(
  weight: ColumnParameter,
  distance: ColumnDistance,
): Pick<Kernel, "evaluate" | "matrix" | "cross" | "diagonal" | "gradient" | "terms"> {
  return {
    evaluate: (x, z) => Math.exp(-distance.total(x, 0, z, 0, weight.perColumn(x.length))),

    matrix(engine, x) {
      const n = x.rows;
      const w = weight.perColumn(x.columns);
      const totals = distance.totals?.(engine, x, undefined, w);
      const K = totals ?? matrix(n, n);
      for (let a = 0; a < n; a++) {
        K.data[a * n + a] = 1;
        for (let b = 0; b < a; b++) {
          const k = Math.exp(-(totals ? totals.data[a * n + b] : distance.total(x.data, a, x.data, b, w)));
          K.data[a * n + b] = k;
          K.data[b * n + a] = k;
        }
      }
      return K;
    },

    cross(engine, x, z) {
      requireSameColumns(x, z);
      const m = z.rows;
      const w = weight.perColumn(x.columns);
      const totals = distance.totals?.(engine, x, z, w);
      if (totals) {
        const { data } = totals;
        for (let at = 0; at < data.length; at++) data[at] = Math.exp(-data[at]);
        return totals;
      }
      const K = matrix(x.rows, m);
      for (let a = 0; a < x.rows; a++) {
        for (let b = 0; b < m; b++) K.data[a * m + b] = Math.exp(-distance.total(x.data, a, z.data, b, w));
      }
      return K;
    },

    diagonal: (x) => new Float64Array(x.rows).fill(1),

    gradient: (_engine, x, weights) => gradientOf(weight, distance, x, weights),
    terms: (columns) => weightedProduct(weight.perColumn(columns), (w, x, z) => Math.exp(-w * distance.single(x, z))),
  };
}

function gradientOf(weight: ColumnParameter, distance: ColumnDistance, x: Matrix, weights: Matrix): Float64Array {
  requireWeights(x, weights);
  const n = x.rows;
  const w = weight.perColumn(x.columns);
  const sums = new Float64Array(x.columns);
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < a; b++) {
      // Twice, for a pair and its mirror image; a pair so far apart that k is 0 counts nothing.
      const factor = -2 * weights.data[a * n + b] * Math.exp(-distance.total(x.data, a, x.data, b, w));
      if (factor !== 0) distance.addInPlace(sums, factor, x.data, a, b);
    }
  }
  return weight.gather(sums.map((each, j) => each * w[j]));
}
