import { dot } from "../../matrix/dot.ts";
import { multiplyVector } from "../../matrix/multiplyVector.ts";
import { traceOfProduct } from "../../matrix/traceOfProduct.ts";
import type { Engine } from "../../engine/engine.ts";
import { constraintFactor, expectedScatter, fisherEvidence, type FisherDegrees } from "./evidence.ts";
import { featurePosterior, type FeatureMoments, type FeaturePosterior } from "./featurePosterior.ts";
import { defaultPrecisionPrior, logPrecisionPrior, updatedPrecision, type PrecisionPrior } from "./precisionPrior.ts";

/** The diagonal of the second moment S_w = Cov(w) + w̄w̄ᵀ = B⁻¹ + (d²/s² − 1/s)bbᵀ. */
function weightMoments(posterior: FeaturePosterior): Float64Array {
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

/** The next a_j = 1/(S_w)_jj, at most 1e12: features that do not help are pruned. */
function updatedPriorPrecision(posterior: FeaturePosterior): Float64Array {
  return weightMoments(posterior).map((moment) => Math.min(largestPriorPrecision, 1 / moment));
}

export interface FeatureSearchOptions {
  readonly distance?: number;
  readonly prior?: PrecisionPrior;
  readonly degrees?: FisherDegrees;
  /** Converged when no logarithm moved by more. Default 1e-6. */
  readonly tolerance?: number;
  readonly maxIterations?: number;
}

export interface FeatureMaximum {
  readonly posterior: FeaturePosterior;
  /** 𝒥 at the end. */
  readonly objective: number;
  readonly iterations: number;
  readonly converged: boolean;
  /** 𝒥 before the first iteration and after each; it never falls. */
  readonly trace: readonly number[];
}

/**
 * Expectation maximization of 𝒥 over the prior precisions (automatic relevance determination) and β, all in closed form
 * and all from the same expectation. O(p³) an iteration.
 */
export function maximizeFeatures(
  engine: Engine,
  moments: FeatureMoments,
  start: { readonly priorPrecision: Float64Array; readonly precision: number },
  {
    distance = 2,
    prior = defaultPrecisionPrior(distance),
    degrees = "rows",
    tolerance = 1e-6,
    maxIterations = 5000,
  }: FeatureSearchOptions = {},
): FeatureMaximum {
  const at = (priorPrecision: Float64Array, precision: number): FeaturePosterior =>
    featurePosterior(engine, moments, { priorPrecision, precision, distance });
  const objectiveOf = (posterior: FeaturePosterior): number =>
    fisherEvidence(posterior, degrees) + logPrecisionPrior(posterior.precision, prior);
  let posterior = at(start.priorPrecision, start.precision);
  const trace = [objectiveOf(posterior)];
  let converged = false;
  while (!converged && trace.length <= maxIterations) {
    const priorPrecision = updatedPriorPrecision(posterior);
    const precision = updatedPrecision(expectedScatter(posterior), moments.contrasts.total, prior, degrees);
    const last = posterior;
    const moved = priorPrecision.reduce(
      (most, a, j) => Math.max(most, Math.abs(Math.log(a / last.priorPrecision[j]))),
      Math.abs(Math.log(precision / last.precision)),
    );
    posterior = at(priorPrecision, precision);
    trace.push(objectiveOf(posterior));
    converged = moved < tolerance;
  }
  return { posterior, objective: trace.at(-1) ?? NaN, iterations: trace.length - 1, converged, trace };
}
