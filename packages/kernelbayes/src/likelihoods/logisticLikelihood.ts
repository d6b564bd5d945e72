import { log1mExp } from "../numeric/logSumExp.ts";
import { logSigmoid, sigmoid } from "../numeric/sigmoid.ts";
import type { Likelihood, LogMean } from "./likelihood.ts";
import { erfcx } from "../numeric/erf.ts";
import { gaussLegendre } from "../numeric/gaussLegendre.ts";

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

const rootTwoOverPi = 0.7978845608028654;

interface Trapezoid {
  readonly step: number;
  readonly nodes: Float64Array;
  readonly weights: Float64Array;
}

/** Trapezoidal rules in t = (f − μ)/s on [−9, 9] with normalized Gaussian weights, from coarse to fine. */
const trapezoids: readonly Trapezoid[] = /* @__PURE__ */ [0.7, 0.5, 0.35, 0.25, 0.18, 0.12].map(trapezoid);

function trapezoid(step: number): Trapezoid {
  const half = Math.floor(9 / step);
  const nodes = Float64Array.from({ length: 2 * half + 1 }, (_, k) => (k - half) * step);
  const weights = nodes.map((t) => Math.exp(-0.5 * t * t));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return { step, nodes, weights: weights.map((weight) => weight / total) };
}

/**
 * The coarsest rule that is good enough for the deviation s. The Gaussian alone is integrated to exp(−2π²/h²); the poles of the
 * logistic function, at the distance u = π/s in t, let through exp(½u² − 2πu/h), and beyond u = 2π/h do not matter.
 */
function trapezoidFor(deviation: number): Trapezoid {
  for (const rule of trapezoids) {
    const frequency = (2 * Math.PI) / rule.step;
    const u = Math.min(Math.PI / deviation, frequency);
    if (u * (frequency - 0.5 * u) >= 38) return rule;
  }
  return trapezoids[trapezoids.length - 1];
}

/**
 * ln ∫ σ(f) N(f; mean, variance) df and its derivatives by the trapezoidal rule, for a variance of at most 16 and a mean above
 * −½ variance, where the integral is not much smaller than its weights.
 */
function logisticMeanOfNarrow(mean: number, variance: number): LogMean {
  const deviation = Math.sqrt(variance);
  const { nodes, weights } = trapezoidFor(deviation);
  let zeroth = 0;
  let first = 0;
  let second = 0;
  for (let k = 0; k < nodes.length; k++) {
    const odds = Math.exp(-mean - deviation * nodes[k]);
    const probability = 1 / (1 + odds);
    const term = weights[k] * probability;
    const spread = term * odds * probability; // σ′ = σ (1 − σ)
    zeroth += term;
    first += spread;
    second += spread * (odds - 1) * probability; // σ″ = σ′ (1 − 2σ)
  }
  const slope = first / zeroth;
  return { value: Math.log(zeroth), slope, curvature: second / zeroth - slope * slope };
}

/** Nodes of Gauss–Legendre rules on [0, 12] and [12, 84], with weights times σ(−f), σ′(f) and −σ″(f). */
const wideRule = /* @__PURE__ */ wideNodes();

function wideNodes(): { nodes: Float64Array; rest: Float64Array; first: Float64Array; second: Float64Array } {
  const { nodes: x, weights } = gaussLegendre(32);
  const nodes = Float64Array.from({ length: 64 }, (_, k) => (k < 32 ? 6 + 6 * x[k] : 48 + 36 * x[k - 32]));
  const rest = nodes.map((f, k) => (k < 32 ? 6 * weights[k] : 36 * weights[k - 32]) * sigmoid(-f));
  const first = rest.map((value, k) => value * sigmoid(nodes[k]));
  return { nodes, rest, first, second: first.map((value, k) => value * Math.tanh(0.5 * nodes[k])) };
}

/**
 * The same for a variance above 16 and −½ variance ≤ mean ≤ 0. The step from 0 to 1 is taken out of the logistic function. What is
 * left lives on a few units around 0, and all terms are positive:
 *
 *     Φ(μ/s) + φ(μ/s)/s ∫₀^∞ σ(−f) exp(−f²/2s²) 2 sinh(−μf/s²) df,
 *
 * and for the derivatives σ′ with 2 cosh, −σ″ with 2 sinh, without Φ. The factor exp(−μ²/2s²) is common to all.
 */
function logisticMeanOfWide(mean: number, variance: number): LogMean {
  const deviation = Math.sqrt(variance);
  const z = mean / deviation;
  const { nodes, rest, first, second } = wideRule;
  let zerothSum = 0;
  let firstSum = 0;
  let secondSum = 0;
  for (let k = 0; k < nodes.length; k++) {
    const f = nodes[k];
    const rise = Math.exp((-f * (0.5 * f + mean)) / variance);
    const difference = -rise * Math.expm1((2 * mean * f) / variance);
    zerothSum += rest[k] * difference;
    firstSum += first[k] * (2 * rise - difference);
    secondSum += second[k] * difference;
  }
  // All divided by ½ exp(−½z²).
  const scale = rootTwoOverPi / deviation;
  const zeroth = erfcx(-z * Math.SQRT1_2) + scale * zerothSum;
  const slope = (scale * firstSum) / zeroth;
  const curvature = (scale * secondSum) / zeroth - slope * slope;
  return { value: Math.log(0.5 * zeroth) - 0.5 * z * z, slope, curvature };
}
