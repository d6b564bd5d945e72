import type { Likelihood } from "../../../likelihoods/likelihood.ts";
import { normalCdf, normalQuantile } from "../../../numeric/normalCdf.ts";
import { sigmoid } from "../../../numeric/sigmoid.ts";

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
