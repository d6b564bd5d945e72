import { dot, multiplyVector, traceOfProduct } from "../../../matrix/dot.ts";
import { constraintFactor } from "../evidence/fisherEvidence.ts";
import type { FeaturePosterior } from "./featurePosterior.ts";

/** The diagonal of the second moment S_w = Cov(w) + w̄w̄ᵀ = B⁻¹ + (d²/s² − 1/s)bbᵀ. */
export function weightMoments(posterior: FeaturePosterior): Float64Array {
  const inverse = posterior.inverse();
  const factor = constraintFactor(posterior);
  return posterior.b.map((value, j) => inverse.data[j * inverse.columns + j] + factor * value * value);
}

/** ∂ℰ/∂log a_j = ½ − ½a_j(S_w)_jj. */
export function priorPrecisionSlopes(posterior: FeaturePosterior): Float64Array {
  const moments = weightMoments(posterior);
  return posterior.priorPrecision.map((a, j) => 0.5 - 0.5 * a * moments[j]);
}

/**
 * ∂ℰ/∂log η for the nugget: −½[(N − 2)β/(1 + βη) − β'² tr(B⁻¹Z)] + ½(d²/s² − 1/s)(κ + β'² bᵀZb), times η.
 */
export function nuggetSlope(posterior: FeaturePosterior): number {
  const { contrasts, moments, b, effectivePrecision: beta, nugget } = posterior;
  const { scatter } = moments;
  const inTrace = (contrasts.total - 2) * beta - beta * beta * traceOfProduct(posterior.inverse(), scatter);
  const inSpread = contrasts.kappa + beta * beta * dot(b, multiplyVector(scatter, b));
  return 0.5 * nugget * (constraintFactor(posterior) * inSpread - inTrace);
}

/** A prior precision as large as this has switched its feature off. */
export const largestPriorPrecision = 1e12;
