import type { Engine } from "../../engine/engine.ts";
import type { Matrix } from "../../engine/matrix.ts";
import { gaussianWeights } from "./pairWeights.ts";
import { requireWeights } from "./shapes.ts";
import { squaredDifferences, type SquaredDifferences } from "./squaredDifferences.ts";

/**
 * What the derivatives of a gaussian kernel K = v exp(−½ Σⱼ wⱼ (x_aj − x_bj)²) are made of, since its slope is the kernel itself:
 * wⱼ Σ_ab W_ab K_ab (x_aj − x_bj)² for each column, and Σ_ab W_ab K_ab. Of K nothing on the diagonal is read.
 */
export function gaussianTerms(
  engine: Engine,
  x: Matrix,
  W: Matrix,
  { K, variance, weights }: { readonly K: Matrix; readonly variance: number; readonly weights: Float64Array },
): SquaredDifferences {
  requireWeights(x, W);
  const { columns, sum } = squaredDifferences(engine, x, gaussianWeights(W, K, variance), weights);
  let trace = 0;
  for (let a = 0; a < x.rows; a++) trace += W.data[a * x.rows + a];
  return { columns, sum: sum + variance * trace };
}
