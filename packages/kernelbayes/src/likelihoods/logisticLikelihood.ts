import { log1mExp } from "../numeric/logSumExp.ts";
import { logSigmoid, sigmoid } from "../numeric/sigmoid.ts";
import type { Likelihood, LogMean } from "./likelihood.ts";
import { logisticMeanOfNarrow, logisticMeanOfWide } from "./logisticMeanOfNarrow.ts";

/** The variance above which the step of the logistic function is taken out of the integral. */
const wideVariance = 16;
const certain: LogMean = { value: 0, slope: 0, curvature: 0 };

/**
 * The logistic likelihood, g(m) = 1 / (1 + exp(−m)), averaged over a Gaussian by quadrature.
 *
 * Two identities keep the digits in the tails, where a sum of probabilities would lose them. With P(μ) the mean of g under
 * N(μ, v):
 *
 *     P(μ) = 1 − P(−μ),    P(μ) = exp(μ + ½v) P(−μ − v)
 *
 * (the second from g(f) = exp(f) g(−f) and a completed square). So quadrature is only asked for μ ≥ −½v.
 */
export const logisticLikelihood: Likelihood = {
  name: "logistic",
  probability: sigmoid,
  logProbability: logSigmoid,
  logMean: (mean, variance) => (variance === 0 ? logSigmoid(mean) : logMeanWithSlopes(mean, variance).value),
  logMeanWithSlopes,
};

function logMeanWithSlopes(mean: number, variance: number): LogMean {
  return mean <= 0 ? lower(mean, variance) : complement(lower(-mean, variance));
}

/** For μ ≤ 0, to nearly full relative accuracy of P. */
function lower(mean: number, variance: number): LogMean {
  if (mean >= -0.5 * variance) {
    return variance > wideVariance ? logisticMeanOfWide(mean, variance) : logisticMeanOfNarrow(mean, variance);
  }
  const { value, slope, curvature } = notSmall(-mean - variance, variance);
  return { value: mean + 0.5 * variance + value, slope: 1 - slope, curvature };
}

/** For μ ≥ −½v. Where μ > 0, P is at least ½, and rounding may be relative to 1. */
function notSmall(mean: number, variance: number): LogMean {
  if (variance <= wideVariance) return logisticMeanOfNarrow(mean, variance);
  if (mean <= 0) return logisticMeanOfWide(mean, variance);
  return mean > 0.5 * variance + 45 ? certain : complement(lower(-mean, variance));
}

/** ln(1 − exp ℓ(−μ)) with its derivatives in μ, from ℓ at −μ: r = exp ℓ / (1 − exp ℓ). */
function complement({ value: logOther, slope, curvature }: LogMean): LogMean {
  const value = log1mExp(logOther);
  const odds = Math.exp(logOther - value);
  return { value, slope: odds * slope, curvature: -odds * (curvature + (1 + odds) * slope * slope) };
}
