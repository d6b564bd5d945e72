import { matrix } from "../engine/matrix.ts";
import { row } from "../matrix/row.ts";
import type { ColumnParameter } from "./columnParameter.ts";
import type { Kernel, ParameterDescription } from "./kernel.ts";
import { requireSameColumns, requireWeights } from "./shapes.ts";

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

/**
 * What all kernels k = exp(−Σⱼ wⱼ d(xⱼ, zⱼ)) compute alike. Matrix and plain definition add up the columns in one order
 * and so are equal bit for bit. O(n²p).
 *
 *     ∂k/∂log wⱼ = −wⱼ d(xⱼ, zⱼ) k
 */
export function additiveDistance(
  weight: ColumnParameter,
  distance: (x: number, z: number) => number,
): Pick<Kernel, "evaluate" | "matrix" | "cross" | "diagonal" | "gradient"> {
  function value(x: ArrayLike<number>, z: ArrayLike<number>, w: Float64Array): number {
    let sum = 0;
    for (let j = 0; j < w.length; j++) sum += w[j] * distance(x[j], z[j]);
    return Math.exp(-sum);
  }

  return {
    evaluate: (x, z) => value(x, z, weight.perColumn(x.length)),

    matrix(_engine, x) {
      const n = x.rows;
      const w = weight.perColumn(x.columns);
      const K = matrix(n, n);
      for (let a = 0; a < n; a++) {
        const rowA = row(x, a);
        K.data[a * n + a] = 1;
        for (let b = 0; b < a; b++) {
          const k = value(rowA, row(x, b), w);
          K.data[a * n + b] = k;
          K.data[b * n + a] = k;
        }
      }
      return K;
    },

    cross(_engine, x, z) {
      requireSameColumns(x, z);
      const w = weight.perColumn(x.columns);
      const K = matrix(x.rows, z.rows);
      for (let a = 0; a < x.rows; a++) {
        const rowA = row(x, a);
        for (let b = 0; b < z.rows; b++) K.data[a * z.rows + b] = value(rowA, row(z, b), w);
      }
      return K;
    },

    diagonal: (x) => new Float64Array(x.rows).fill(1),

    gradient(_engine, x, weights) {
      requireWeights(x, weights);
      const n = x.rows;
      const w = weight.perColumn(x.columns);
      const sums = new Float64Array(x.columns);
      for (let a = 0; a < n; a++) {
        const rowA = row(x, a);
        for (let b = 0; b < a; b++) {
          const rowB = row(x, b);
          // Twice, for a pair and its mirror image; a pair so far apart that k is 0 counts nothing.
          const factor = -2 * weights.data[a * n + b] * value(rowA, rowB, w);
          if (factor === 0) continue;
          for (let j = 0; j < w.length; j++) sums[j] += factor * distance(rowA[j], rowB[j]);
        }
      }
      return weight.gather(sums.map((each, j) => each * w[j]));
    },
  };
}
