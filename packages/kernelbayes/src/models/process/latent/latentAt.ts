import type { Engine } from "../../../engine/engine.ts";
import { matrix, transpose, type Matrix } from "../../../engine/matrix.ts";
import type { LatentLaw, LatentMoments } from "./latentApproximation.ts";
import { rowSquares } from "../../../matrix/dot.ts";
import type { SolvedSquares } from "../../../matrix/solvedSquares.ts";
import type { Likelihood } from "../../../likelihoods/likelihood.ts";
import { logSumExp } from "../../../numeric/logSumExp.ts";
import { normalCdf, normalQuantile } from "../../../numeric/normalCdf.ts";
import { sigmoid } from "../../../numeric/sigmoid.ts";

/** A variance is not taken to be smaller than this share of the prior's, which is what rounding may leave of it. */
const smallestShare = 1e-12;

/**
 * Mean and variance of the latent function at new rows. `cross` has the kernel of the new rows (down) with those that carry
 * sites (across), `prior` their own variances k(x, x). One triangular solve for all rows; `solved`, of the factor of this law, is for who asks for single rows many times.
 */
export function latentAt(
  engine: Engine,
  { coefficients, roots, factor }: LatentLaw,
  cross: Matrix,
  prior: Float64Array,
  solved?: SolvedSquares,
): LatentMoments {
  const { rows, columns } = cross;
  const mean = engine.multiply(cross, matrix(columns, 1, coefficients)).data;
  const scaled = new Float64Array(rows * columns);
  for (let i = 0, at = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++, at++) scaled[at] = cross.data[at] * roots[j];
  }
  const Q = matrix(rows, columns, scaled);
  const explained = solved
    ? solved.ofRows(engine, Q)
    : rowSquares(engine.solveTriangular(factor, Q, { side: "right", transpose: true }));
  const variance = prior.map((own, i) => Math.max(own - explained[i], smallestShare * own));
  return { mean, variance };
}

/** Mean and variance of functionals of the latent function, from what they make of the kernel columns and of the kernel. */
export function latentFunctionals(engine: Engine, law: LatentLaw, images: Matrix, own: Float64Array): LatentMoments {
  return latentAt(engine, law, transpose(images), own);
}

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

/** The ends of the central interval of a mixture of Gaussians, with its deviation. */
export function latentInterval(
  weights: readonly number[],
  means: readonly number[],
  deviations: readonly number[],
  level: number,
): { readonly ends: readonly [number, number]; readonly deviation: number } {
  const z = normalQuantile(0.5 + level / 2);
  if (weights.length === 1) {
    const [deviation] = deviations;
    return { ends: [means[0] - z * deviation, means[0] + z * deviation], deviation };
  }
  const mean = means.reduce((sum, value, j) => sum + weights[j] * value, 0);
  const variance = means.reduce((sum, value, j) => sum + weights[j] * (deviations[j] ** 2 + (value - mean) ** 2), 0);
  const low = mixtureQuantile(weights, means, deviations, 0.5 - level / 2, -z);
  const high = mixtureQuantile(weights, means, deviations, 0.5 + level / 2, z);
  return { ends: [low, high], deviation: Math.sqrt(variance) };
}

/**
 * The interval of a class probability from that of the latent function: the likelihood at its ends, extended to contain the
 * probability that is reported, which is a mean and may lie outside. `sign` is that of the class; `corrected`, if given, says what
 * the log odds of class 1 at an end become.
 */
export function probabilityInterval(
  { probability, logProbability }: Likelihood,
  [low, high]: readonly [number, number],
  sign: 1 | -1,
  reported: number,
  corrected?: (logOdds: number, end: "low" | "high") => number,
): readonly [number, number] {
  const at = (f: number, end: "low" | "high"): number =>
    corrected ? sigmoid(sign * corrected(logProbability(f) - logProbability(-f), end)) : probability(sign * f);
  const [lower, upper] = sign > 0 ? [at(low, "low"), at(high, "high")] : [at(high, "high"), at(low, "low")];
  return [Math.min(reported, lower), Math.max(reported, upper)];
}

/**
 * The quantile of a mixture of Gaussians: the root of Σ π_j Φ((q − μ_j)/s_j) = p, between the least and the greatest quantile of
 * its members, by bisection to rounding.
 */
function mixtureQuantile(
  weights: ArrayLike<number>,
  means: ArrayLike<number>,
  deviations: ArrayLike<number>,
  p: number,
  standardQuantile: number,
): number {
  let low = Infinity;
  let high = -Infinity;
  for (let j = 0; j < weights.length; j++) {
    const own = means[j] + standardQuantile * deviations[j];
    low = Math.min(low, own);
    high = Math.max(high, own);
  }
  for (let step = 0; step < 100; step++) {
    const middle = 0.5 * (low + high);
    if (!(middle > low && middle < high)) break;
    let below = 0;
    for (let j = 0; j < weights.length; j++) below += weights[j] * normalCdf((middle - means[j]) / deviations[j]);
    if (below < p) low = middle;
    else high = middle;
  }
  return 0.5 * (low + high);
}
