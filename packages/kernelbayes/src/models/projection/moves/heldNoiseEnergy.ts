import type { ChainState } from "../chain/chainState.ts";
import { coefficientPrior } from "../chain/coefficientPrior.ts";
import type { ColumnProducts } from "../chain/columnProducts.ts";
import type { PathEnergy } from "./hamiltonianMove.ts";
import { noiseLaw } from "../chain/varianceLaw.ts";
import type { ProjectionPrior } from "../chain/projectionProblem.ts";
import { softmaxMisfit } from "../chain/softmaxMisfit.ts";

/**
 * The posterior of coefficients and noise with the shape of the noise held, e = (z − Dβ)/σ, so that the predictors
 * z = Dβ + σe follow both: energy −ln P(y | z) − ln p(β | σ²) − ln p(ln σ²) + const. A point is β, stored as in a chain, and behind it
 * ln σ², which stays as it is where σ² is known.
 */
export interface HeldNoiseEnergy extends PathEnergy {
  /** The curvature of the prior at a state that is held, for each number of a point. */
  priorCurvature(state: ChainState, target: Float64Array): void;
}

export function heldNoiseEnergy(
  rows: number,
  columns: number,
  count: number,
  { inner, combine }: ColumnProducts,
  prior: ProjectionPrior,
): HeldNoiseEnergy {
  const own = columns * count;
  const ofCoefficients = coefficientPrior(prior, own);
  const isNoiseFree = prior.noise.kind !== "fixed";
  const size = own + Number(isNoiseFree);
  const noise = new Float64Array(rows * count); // e
  const means = new Float64Array(rows * count);
  const z = new Float64Array(rows * count);
  const { at: misfit, residuals, totals } = softmaxMisfit(rows, count);
  const gradient = new Float64Array(size);
  let classes: ArrayLike<number> = [];
  let law = noiseLaw(prior.noise, 1);
  let known = 1;

  return {
    size,
    gradient,
    hold(state, point) {
      const deviation = Math.sqrt(state.variance);
      for (let at = 0; at < noise.length; at++) noise[at] = (state.z[at] - state.means[at]) / deviation;
      classes = state.classes;
      law = noiseLaw(prior.noise, state.noiseAuxiliary);
      known = state.variance;
      ofCoefficients.take(state);
      point.set(state.coefficients);
      if (isNoiseFree) point[own] = Math.log(state.variance);
    },
    at(point) {
      const variance = isNoiseFree ? Math.exp(point[own]) : known;
      if (!(variance > 0 && variance < (law?.upper ?? Infinity))) return Infinity;
      const deviation = Math.sqrt(variance);
      combine(point, count, means);
      for (let at = 0; at < z.length; at++) z[at] = means[at] + deviation * noise[at];
      const ofRows = misfit(z, classes);
      if (ofRows === Infinity) return Infinity;
      inner(residuals, count, gradient);
      const ofPrior = ofCoefficients.energy(point, variance, gradient);
      if (!law) return ofRows + ofPrior;
      let pull = 0;
      for (let at = 0; at < residuals.length; at++) pull += residuals[at] * noise[at];
      gradient[own] = 0.5 * deviation * pull + ofCoefficients.noiseSlope() + law.shape - law.rate / variance;
      return ofRows + ofPrior + law.shape * point[own] + law.rate / variance;
    },
    take(state, point) {
      state.coefficients.set(point.subarray(0, own));
      if (isNoiseFree) state.variance = Math.exp(point[own]);
      state.means.set(means);
      state.z.set(z);
      state.totals.set(totals);
    },
    priorCurvature({ coefficients, variance }, target) {
      let ofNoise = law ? law.rate / variance : 0;
      for (let at = 0; at < own; at++) {
        target[at] = ofCoefficients.curvature(at, coefficients[at], variance);
        ofNoise += ofCoefficients.noiseCurvature(at, coefficients[at], variance);
      }
      if (isNoiseFree) target[own] = ofNoise;
    },
  };
}
