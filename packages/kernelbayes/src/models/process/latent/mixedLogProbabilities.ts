import type { Likelihood } from "../../../likelihoods/likelihood.ts";
import { logSumExp } from "../../../numeric/logSumExp.ts";
import type { LatentMoments } from "./latentApproximation.ts";

/** ln Σ_j π_j ∫ g(±f) N(f; μ_j, v_j) df for each row: `lower` has the class 0, `upper` the class 1. */
export function mixedLogProbabilities(
  { logMean }: Likelihood,
  weights: ArrayLike<number>,
  moments: readonly LatentMoments[],
  rows: number,
): { readonly lower: Float64Array; readonly upper: Float64Array } {
  const lower = new Float64Array(rows);
  const upper = new Float64Array(rows);
  const terms = new Float64Array(moments.length);
  const mixed = (row: number, sign: number): number => {
    moments.forEach(({ mean, variance }, j) => {
      terms[j] = Math.log(weights[j]) + logMean(sign * mean[row], variance[row]);
    });
    return logSumExp(terms);
  };
  for (let row = 0; row < rows; row++) {
    if (moments.length === 1) {
      const [{ mean, variance }] = moments;
      lower[row] = logMean(-mean[row], variance[row]);
      upper[row] = logMean(mean[row], variance[row]);
    } else {
      lower[row] = mixed(row, -1);
      upper[row] = mixed(row, 1);
    }
  }
  return { lower, upper };
}
