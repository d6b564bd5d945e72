import type { Likelihood } from "./likelihood.ts";
import { trigonometricLogMean, trigonometricLogMeanWithSlopes } from "./trigonometricLogMean.ts";

export interface TrigonometricOptions {
  /** δ > 0: the margin from which on a row costs nothing, and at the negative of which its cost is infinite. Default 1. */
  readonly halfWidth?: number;
}

/**
 * The trigonometric likelihood with its loss −ln g as a function of the margin m and, where a row is a support vector, of its
 * multiplier α = −d loss/dm = 2c tan φ.
 */
export interface TrigonometricLikelihood extends Likelihood {
  readonly name: "trigonometric";
  readonly halfWidth: number;
  /** −ln g(m); Infinity for m ≤ −δ. */
  loss(margin: number): number;
  /** d loss/dm = −2c tan φ, 0 from δ on. */
  lossSlope(margin: number): number;
  /** d² loss/dm² = 2c² sec² φ, which falls from π²/8δ² to 0 at m = δ. */
  lossCurvature(margin: number): number;
  /** d³ loss/dm³, the product of the first two. */
  lossThirdDerivative(margin: number): number;
  /** ξ(α) = δ − m = (4δ/π) arctan(2δα/π). */
  slack(alpha: number): number;
  /** ψ(α) = (4δ/π) α arctan(2δα/π) − ln(1 + (2δα/π)²), the term of the dual: ψ′ = ξ. */
  dualTerm(alpha: number): number;
  /** Λ(α) = π²/8δ² + ½α², the curvature of the loss at a support vector: ψ″ = 1/Λ. */
  curvatureOfMultiplier(alpha: number): number;
  /** The loss ln(1 + (2δα/π)²) at a support vector. */
  lossOfMultiplier(alpha: number): number;
}

/**
 * The trigonometric likelihood of Chu, Keerthi & Ong (*Bayesian Trigonometric Support Vector Classifier*, equation 7):
 *
 *     g(m) = cos² φ = ½ (1 + sin(πm/2δ)),    φ = c (δ − m),    c = π/4δ,    for |m| < δ;    0 below, 1 above.
 *
 * Rows with a margin above δ cost nothing, as with a support vector machine, and yet g(m) + g(−m) = 1. Written with the sine of
 * π (m + δ)/4δ where m < 0, so that g keeps its digits next to 0.
 */
export function trigonometricLikelihood({ halfWidth = 1 }: TrigonometricOptions = {}): TrigonometricLikelihood {
  if (!(halfWidth > 0 && halfWidth < Infinity)) {
    throw new RangeError(`The half width of the trigonometric likelihood must be greater than 0; got ${halfWidth}.`);
  }
  const c = Math.PI / (4 * halfWidth);
  // tan φ: where m < 0 as 1 / tan(π/2 − φ), whose argument is exact where the tangent is steep.
  const tangent = (margin: number): number => {
    if (margin >= halfWidth) return 0;
    if (margin <= -halfWidth) return Infinity;
    return margin < 0 ? 1 / Math.tan(c * (halfWidth + margin)) : Math.tan(c * (halfWidth - margin));
  };
  const logProbability = (margin: number): number => {
    if (margin >= halfWidth) return 0;
    if (margin <= -halfWidth) return -Infinity;
    if (margin < 0) return 2 * Math.log(Math.sin(c * (halfWidth + margin)));
    return Math.log1p(-(Math.sin(c * (halfWidth - margin)) ** 2));
  };
  const lossSlope = (margin: number): number => -2 * c * tangent(margin);
  const lossCurvature = (margin: number): number => (margin >= halfWidth ? 0 : 2 * c * c * (1 + tangent(margin) ** 2));
  const scaled = (alpha: number): number => alpha / (2 * c);
  return {
    name: "trigonometric",
    halfWidth,
    probability(margin) {
      if (margin >= halfWidth) return 1;
      return margin <= -halfWidth ? 0 : Math.sin(c * (halfWidth + margin)) ** 2;
    },
    logProbability,
    logMean: (mean, variance) =>
      variance === 0 ? logProbability(mean) : trigonometricLogMean(halfWidth, mean, variance),
    logMeanWithSlopes: (mean, variance) => trigonometricLogMeanWithSlopes(halfWidth, mean, variance),
    loss: (margin) => 0 - logProbability(margin),
    lossSlope,
    lossCurvature,
    lossThirdDerivative: (margin) => lossSlope(margin) * lossCurvature(margin),
    slack: (alpha) => Math.atan(scaled(alpha)) / c,
    dualTerm: (alpha) => (alpha / c) * Math.atan(scaled(alpha)) - Math.log1p(scaled(alpha) ** 2),
    curvatureOfMultiplier: (alpha) => 2 * c * c + 0.5 * alpha * alpha,
    lossOfMultiplier: (alpha) => Math.log1p(scaled(alpha) ** 2),
  };
}
