import { erfcx } from "../numeric/erf.ts";
import { logNormalCdf, normalCdf } from "../numeric/normalCdf.ts";
import type { Likelihood, LogMean } from "./likelihood.ts";

const rootTwoOverPi = 0.7978845608028654;
const inverseRootTwoPi = 0.3989422804014327;
const fractionTerms = 16;

/**
 * The probit likelihood, g(m) = Φ(m), the standard normal distribution function. Its mean under a Gaussian is closed:
 *
 *     ∫ Φ(f) N(f; μ, v) df = Φ(z),    z = μ / √(1 + v),    λ = φ(z) / Φ(z),
 *     first derivative of the logarithm in μ: λ / √(1 + v),    second: −λ (z + λ) / (1 + v)
 *
 * (Rasmussen & Williams, *Gaussian Processes for Machine Learning*, section 3.9).
 */
export const probitLikelihood: Likelihood = {
  name: "probit",
  probability: normalCdf,
  logProbability: logNormalCdf,
  logMean: (mean, variance) => logNormalCdf(mean / Math.sqrt(1 + variance)),
  logMeanWithSlopes(mean: number, variance: number): LogMean {
    const scale = Math.sqrt(1 + variance);
    const z = mean / scale;
    const excess = z < -5 ? hazardExcess(-z) : undefined;
    const hazard = excess === undefined ? reversedHazard(z) : excess - z;
    return {
      value: logNormalCdf(z),
      slope: hazard / scale,
      curvature: (-hazard * (excess ?? z + hazard)) / (1 + variance),
    };
  },
};

/** λ = φ(z) / Φ(z) for z ≥ −5. */
function reversedHazard(z: number): number {
  if (z <= 0) return rootTwoOverPi / erfcx(-z * Math.SQRT1_2);
  return (inverseRootTwoPi * Math.exp(-0.5 * z * z)) / normalCdf(z);
}

/**
 * λ − x at z = −x, without the cancellation of the difference: Laplace's continued fraction 1 / (x + 2 / (x + 3 / (x + …))), whose
 * terms are all positive.
 */
function hazardExcess(x: number): number {
  let tail = x;
  for (let k = fractionTerms; k > 1; k--) tail = x + k / tail;
  return 1 / tail;
}
