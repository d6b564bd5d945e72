import { gamma, truncatedGamma, type Stream } from "../../../random/index.ts";
import type { PrecisionPrior } from "./projectionProblem.ts";

/** A gamma law of a precision τ, density ∝ τ^(shape − 1) e^(−rate·τ), above `lower` (often 0). */
export interface PrecisionLaw {
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
