import type { ChainState } from "./chainState.ts";
import type { PrecisionPrior, ProjectionPrior } from "./projectionProblem.ts";

/** The prior of all coefficients as an energy −ln p(β | σ²) + const., with what it changes by. */
export interface CoefficientPrior {
  /** Takes in auxiliary variables and, where they are not integrated out, precisions. */
  take(state: ChainState): void;
  /** The energy. Its slopes in β are added to those in `gradient`. */
  energy(coefficients: Float64Array, variance: number, gradient: Float64Array): number;
  /** What depends on β_at in the energy. */
  energyOf(at: number, coefficient: number, variance: number): number;
  /** The slope in ln σ² where the energy was last asked for. */
  noiseSlope(): number;
  /** What β_at adds to the curvature in itself: that of the parabola through β and −β, which is positive. */
  curvature(at: number, coefficient: number, variance: number): number;
  /** What β_at adds to the curvature in ln σ². */
  noiseCurvature(at: number, coefficient: number, variance: number): number;
}

/**
 * The prior of coefficients β ~ N(0, v/τ), v being σ² or 1, without their precisions where the integral has a closed form. With
 * τ ~ Gamma(a, b), and a half-Cauchy deviation given its auxiliary variable (a = ½), β is a variable of Student's with the energy
 *
 *     (a + ½) ln(2bv + β²) − a ln v.
 *
 * Under a uniform deviation it is τβ²/(2v) + ½ ln v, given τ.
 */
export function coefficientPrior({ precision, coefficients }: ProjectionPrior, count: number): CoefficientPrior {
  const isScaled = coefficients === "scaled";
  return precision.kind === "uniform" ? normalPrior(isScaled, count) : studentPrior(precision, isScaled, count);
}

/** Under a uniform deviation: normal, given the precisions τ. */
function normalPrior(isScaled: boolean, count: number): CoefficientPrior {
  const rates = new Float64Array(count); // τ
  let slope = 0;
  return {
    take: ({ precisions }) => rates.set(precisions),
    energy(beta, variance, gradient) {
      const v = isScaled ? variance : 1;
      let squares = 0;
      for (let at = 0; at < count; at++) {
        squares += (rates[at] * beta[at] * beta[at]) / v;
        gradient[at] += (rates[at] * beta[at]) / v;
      }
      slope = isScaled ? 0.5 * (count - squares) : 0;
      return 0.5 * (squares + count * Math.log(v));
    },
    energyOf: (at, beta, variance) => (0.5 * rates[at] * beta * beta) / (isScaled ? variance : 1),
    noiseSlope: () => slope,
    curvature: (at, _, variance) => rates[at] / (isScaled ? variance : 1),
    noiseCurvature: (at, beta, variance) => (isScaled ? (0.5 * rates[at] * beta * beta) / variance : 0),
  };
}

/** Under other precisions, which are integrated out. */
function studentPrior(
  precision: Exclude<PrecisionPrior, { readonly kind: "uniform" }>,
  isScaled: boolean,
  count: number,
): CoefficientPrior {
  const shape = precision.kind === "gamma" ? precision.shape : 0.5;
  const weight = shape + 0.5;
  const rates = new Float64Array(count); // 2b
  let slope = 0;
  return {
    take({ precisionAuxiliaries }) {
      for (let at = 0; at < count; at++) {
        rates[at] = 2 * (precision.kind === "gamma" ? precision.rate : 1 / precisionAuxiliaries[at]);
      }
    },
    energy(beta, variance, gradient) {
      const v = isScaled ? variance : 1;
      let [logs, shares] = [0, 0];
      for (let at = 0; at < count; at++) {
        const total = rates[at] * v + beta[at] * beta[at];
        logs += Math.log(total);
        shares += (rates[at] * v) / total;
        gradient[at] += (2 * weight * beta[at]) / total;
      }
      slope = isScaled ? weight * shares - shape * count : 0;
      return weight * logs - shape * count * Math.log(v);
    },
    energyOf: (at, beta, variance) => weight * Math.log(rates[at] * (isScaled ? variance : 1) + beta * beta),
    noiseSlope: () => slope,
    curvature: (at, beta, variance) => (2 * weight) / (rates[at] * (isScaled ? variance : 1) + beta * beta),
    noiseCurvature(at, beta, variance) {
      const share = (rates[at] * variance) / (rates[at] * variance + beta * beta);
      return isScaled ? weight * share * (1 - share) : 0;
    },
  };
}
