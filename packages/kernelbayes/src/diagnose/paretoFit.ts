import { logSumExp } from "../numeric/index.ts";

/** A generalized Pareto distribution of what exceeds a threshold: P(exceedance > e) = (1 + k e/σ)^(−1/k). */
export interface ParetoFit {
  /** k, drawn towards ½ by the weight of ten observations: the heavier the tail, the larger. Moments of order 1/k and above do not exist. */
  readonly shape: number;
  /** k as the exceedances have it. */
  readonly rawShape: number;
  /** σ. */
  readonly scale: number;
}

/**
 * Fits a generalized Pareto distribution to exceedances, given in ascending order: the mean of the profile posterior of
 * b = −k/σ under a prior that is made of the data, by a sum over 30 + √M points. Never fails to converge, as the likelihood may.
 *
 *     b_j = 1/e_M + (1 − √(m/(j − ½))) / (3 e_q),    k(b) = mean log(1 − b e),    log L_j = M (log(−b_j/k_j) − k_j − 1)
 *
 * for j = 1 … m, with e_q the first quartile.
 *
 * Zhang & Stephens, A new and efficient estimation method for the generalized Pareto distribution, 2009; the correction of k is
 * that of Vehtari, Simpson, Gelman, Yao & Gabry, Pareto smoothed importance sampling, 2024.
 */
export function paretoFit(exceedances: Float64Array): ParetoFit {
  const M = exceedances.length;
  const largest = exceedances[M - 1];
  if (!(exceedances[0] > 0 && largest < Infinity)) {
    throw new RangeError(
      `Exceedances are finite and above 0; the first and the last of ${M} are ${exceedances[0]} and ${largest}.`,
    );
  }
  const quartile = exceedances[Math.max(Math.floor(M / 4 + 0.5) - 1, 0)];
  const mean = exceedances.reduce((sum, value) => sum + value, 0) / M;
  const shapeAt = (b: number): number => exceedances.reduce((sum, value) => sum + Math.log1p(-b * value), 0) / M;
  const scaleAt = (b: number, k: number): number => (b === 0 ? mean : -k / b);

  const m = 30 + Math.floor(Math.sqrt(M));
  const points = Float64Array.from(
    { length: m },
    (_, j) => 1 / largest + (1 - Math.sqrt(m / (j + 0.5))) / (3 * quartile),
  );
  const logProfiles = points.map((b) => {
    const k = shapeAt(b);
    return M * (-Math.log(scaleAt(b, k)) - k - 1);
  });
  const logTotal = logSumExp(logProfiles);
  const b = points.reduce((sum, point, j) => sum + point * Math.exp(logProfiles[j] - logTotal), 0);
  const rawShape = shapeAt(b);
  return { shape: (M * rawShape + 5) / (M + 10), rawShape, scale: scaleAt(b, rawShape) };
}
