import { logGammaVariate, truncatedGamma, type Stream, gamma } from "../../../random/index.ts";
import type { NoisePrior, PrecisionPrior } from "./projectionProblem.ts";

/**
 * An inverse gamma law of σ², density ∝ x^(−shape − 1) e^(−rate/x), below `upper` (often infinity). As a prior it may have a
 * negative shape: σ uniform on (0, U) is shape −½ and rate 0 below U².
 */
export interface VarianceLaw {
  readonly shape: number;
  readonly rate: number;
  readonly upper: number;
}

/**
 * The prior of σ² as an inverse gamma law. A half-Cauchy σ ~ C⁺(0, A) is one given its auxiliary variable:
 * σ² | α ~ IG(½, 1/α), α ~ IG(½, 1/A²). Undefined where σ² is known.
 */
export function noiseLaw(prior: NoisePrior, auxiliary: number): VarianceLaw | undefined {
  switch (prior.kind) {
    case "inverse-gamma":
      return { shape: prior.shape, rate: prior.rate, upper: Infinity };
    case "truncated-inverse-gamma":
      return { shape: prior.shape, rate: prior.rate, upper: prior.upper * prior.upper };
    case "half-cauchy":
      return { shape: 0.5, rate: 1 / auxiliary, upper: Infinity };
    case "uniform":
      return { shape: -0.5, rate: 0, upper: prior.upper * prior.upper };
    case "fixed":
      return undefined;
  }
}

/**
 * σ² given normal variables whose variances it scales: IG(g₁ + ½ their number, g₂ + ½ their sum of squares). With n rows, q
 * predictors and p coefficients for each predictor these are
 *
 *     given z and τ, β integrated out    n q variables, Σ_k (z_kᵀz_k − u_kᵀu_k)
 *     given z, β and τ                   (n + p) q, Σ_k (|z_k − Dβ_k|² + β_kᵀ T_k β_k)
 *     given z and β of variance 1/τ      n q, Σ_k |z_k − Dβ_k|²
 *
 * The paper prints shapes of g₁ + n q (its equation 27) and g₁ + n′ q (31), where g₁ + n q/2 is right.
 */
export function noiseConditional(law: VarianceLaw, variables: number, squares: number): VarianceLaw {
  return { shape: law.shape + 0.5 * variables, rate: law.rate + 0.5 * squares, upper: law.upper };
}

/** The auxiliary variable of a half-Cauchy σ: α | σ² ~ IG(1, 1/A² + 1/σ²). */
export function noiseAuxiliary(scale: number, variance: number): { readonly shape: number; readonly rate: number } {
  return { shape: 1, rate: 1 / (scale * scale) + 1 / variance };
}

/** A draw of σ² from its law. */
export function drawVariance(random: Stream, { shape, rate, upper }: VarianceLaw): number {
  return upper < Infinity
    ? 1 / truncatedGamma(random, shape, rate, 1 / upper)
    : Math.exp(-logGammaVariate(random, shape, rate));
}

/** A gamma law of a precision τ, density ∝ τ^(shape − 1) e^(−rate·τ), above `lower` (often 0). */
interface PrecisionLaw {
  readonly shape: number;
  readonly rate: number;
  readonly lower: number;
}

/**
 * τ given its coefficient, where β ~ N(0, v/τ) (v = σ², or 1 for coefficients independent of the noise):
 *
 *     gamma          Gamma(g₃ + ½, g₄ + β²/(2v))
 *     half-Cauchy    Gamma(1, 1/b + β²/(2v)), b its auxiliary variable
 *     uniform        Gamma(0, β²/(2v)) above 1/U²
 *
 * The last two are priors of the deviation τ^(−½): C⁺(0, B) and U(0, U).
 */
export function precisionLaw(
  prior: PrecisionPrior,
  auxiliary: number,
  coefficient: number,
  variance: number,
): PrecisionLaw {
  const square = (0.5 * coefficient * coefficient) / variance;
  switch (prior.kind) {
    case "gamma":
      return { shape: prior.shape + 0.5, rate: prior.rate + square, lower: 0 };
    case "half-cauchy":
      return { shape: 1, rate: 1 / auxiliary + square, lower: 0 };
    case "uniform":
      return { shape: 0, rate: square, lower: 1 / (prior.upper * prior.upper) };
  }
}

/** The auxiliary variable of a half-Cauchy deviation τ^(−½) ~ C⁺(0, B): b | τ ~ IG(1, 1/B² + τ). */
export function precisionAuxiliary(
  scale: number,
  precision: number,
): { readonly shape: number; readonly rate: number } {
  return { shape: 1, rate: 1 / (scale * scale) + precision };
}

/** A draw of τ from its law. */
export function drawPrecision(random: Stream, { shape, rate, lower }: PrecisionLaw): number {
  return lower > 0 ? truncatedGamma(random, shape, rate, lower) : gamma(random, shape, rate);
}
