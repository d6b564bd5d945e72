import type { ChainState } from "../chain/chainState.ts";
import type { PathEnergy } from "./hamiltonianMove.ts";
import type { InformedDirections } from "./informedDirections.ts";
import { noiseLaw } from "../chain/varianceLaw.ts";
import type { ProjectionPrior } from "../chain/projectionProblem.ts";
import { softmaxMisfit } from "../chain/softmaxMisfit.ts";

/**
 * The posterior of the coefficients in few directions, given all precisions, with the rest of the predictors held. Where coefficients scale
 * with the noise a point is a, stored class by class, and behind it ln σ²; held is e in
 *
 *     z_k = σ (D B_k a_k + e_k),   energy −ln P(y | z) + ½ aᵀa − ln p(ln σ²),
 *
 * so that β, noise and predictors grow with σ by one factor. Coefficients independent of the noise have 1 in the place of σ, which stays as it
 * is; so it does where it is known.
 */
export function informedEnergy(
  rows: number,
  count: number,
  informed: InformedDirections,
  { noise, coefficients: kind }: ProjectionPrior,
): PathEnergy {
  const { directions, columns } = informed;
  const own = directions * count;
  const isScaled = kind === "scaled";
  const isNoiseFree = isScaled && noise.kind !== "fixed";
  const size = own + Number(isNoiseFree);
  const { at: misfit, residuals, totals } = softmaxMisfit(rows, count);
  const start = new Float64Array(own);
  const by = new Float64Array(own);
  const held = new Float64Array(rows * count); // e
  const z = new Float64Array(rows * count);
  const gradient = new Float64Array(size);
  let classes: ArrayLike<number> = [];
  let law = noiseLaw(noise, 1);
  let known = 1;
  let isTold = false;

  const deviationAt = (point: Float64Array): number => (isNoiseFree ? Math.exp(0.5 * point[own]) : known);

  /** Writes D B_k a_k. */
  function combine(point: Float64Array, target: Float64Array): void {
    for (let k = 0; k < count; k++) {
      const data = columns[k];
      for (let i = 0, from = 0; i < rows; i++) {
        let sum = 0;
        for (let m = k * directions, end = m + directions; m < end; m++, from++) sum += data[from] * point[m];
        target[k * rows + i] = sum;
      }
    }
  }

  /** Writes the slopes of the misfit in a. */
  function slopes(deviation: number): void {
    gradient.fill(0);
    for (let k = 0; k < count; k++) {
      const data = columns[k];
      for (let i = 0, from = 0; i < rows; i++) {
        const slope = deviation * residuals[k * rows + i];
        for (let m = k * directions, end = m + directions; m < end; m++, from++) gradient[m] += slope * data[from];
      }
    }
  }

  return {
    size,
    gradient,
    hold(state: ChainState, point) {
      isTold = informed.take(state.precisions);
      if (!isTold) return;
      known = isScaled ? Math.sqrt(state.variance) : 1;
      informed.numbersOf(state.coefficients, known, point);
      start.set(point.subarray(0, own));
      combine(point, held);
      for (let at = 0; at < held.length; at++) held[at] = state.z[at] / known - held[at];
      if (isNoiseFree) point[own] = Math.log(state.variance);
      classes = state.classes;
      law = noiseLaw(noise, state.noiseAuxiliary);
    },
    at(point) {
      const deviation = deviationAt(point);
      if (!isTold || !(deviation > 0 && deviation ** 2 < (law?.upper ?? Infinity))) return Infinity;
      combine(point, z);
      for (let at = 0; at < z.length; at++) z[at] = deviation * (z[at] + held[at]);
      const ofRows = misfit(z, classes);
      slopes(deviation);
      let squares = 0;
      for (let at = 0; at < own; at++) {
        squares += point[at] * point[at];
        gradient[at] += point[at];
      }
      const ofPoint = ofRows + 0.5 * squares;
      if (!isNoiseFree || !law) return ofPoint;
      let pull = 0;
      for (let at = 0; at < z.length; at++) pull += residuals[at] * z[at];
      gradient[own] = 0.5 * pull + law.shape - law.rate / deviation ** 2;
      return ofPoint + law.shape * point[own] + law.rate / deviation ** 2;
    },
    take(state, point) {
      const { coefficients, means } = state;
      const deviation = deviationAt(point);
      const ratio = deviation / known;
      for (let at = 0; at < own; at++) by[at] = point[at] - start[at];
      for (let at = 0; at < coefficients.length; at++) coefficients[at] *= ratio;
      informed.move(coefficients, deviation, by);
      for (let at = 0; at < z.length; at++) means[at] = z[at] - ratio * (state.z[at] - means[at]);
      state.z.set(z);
      state.totals.set(totals);
      if (isNoiseFree) state.variance = deviation ** 2;
    },
  };
}
