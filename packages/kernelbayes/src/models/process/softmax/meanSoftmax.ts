import type { Matrix } from "../../../engine/matrix.ts";
import { logisticLikelihood } from "../../../likelihoods/logisticLikelihood.ts";
import { latentDraws } from "./latentDraws.ts";
import { threeClassMean } from "./threeClassMean.ts";

/** In exact arithmetic every class keeps some probability. */
const leastProbability = 1e-300;

/**
 * log E softmax(f) for f ~ N(mean, covariance): by quadrature for two classes and for three, and else by the draws of the table of
 * normal variates, whose error is about 0.002.
 */
export function logMeanSoftmax(mean: Float64Array, covariance: Float64Array, normals: Matrix): Float64Array {
  const C = mean.length;
  if (C === 2) {
    const contrast = mean[0] - mean[1];
    const variance = Math.max(0, covariance[0] - covariance[1] - covariance[2] + covariance[3]);
    return Float64Array.of(
      logisticLikelihood.logMean(contrast, variance),
      logisticLikelihood.logMean(-contrast, variance),
    );
  }
  const probabilities =
    C === 3 ? threeClassMean(mean, covariance) : meanOfDraws(latentDraws(mean, covariance, normals));
  return probabilities.map((probability) => Math.log(Math.max(probability, leastProbability)));
}

/** The mean of the softmax of the rows. */
export function meanOfDraws({ data, rows, columns: C }: Matrix): Float64Array {
  const sums = new Float64Array(C);
  const values = new Float64Array(C);
  for (let s = 0; s < rows; s++) {
    let most = -Infinity;
    for (let c = 0; c < C; c++) most = Math.max(most, data[s * C + c]);
    let total = 0;
    for (let c = 0; c < C; c++) total += values[c] = Math.exp(data[s * C + c] - most);
    for (let c = 0; c < C; c++) sums[c] += values[c] / total;
  }
  return sums.map((sum) => sum / rows);
}
