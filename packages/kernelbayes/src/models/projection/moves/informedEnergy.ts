import { type ChainState, tuned, type Tuning } from "../chain/chainState.ts";
import { type PathEnergy, type EnergyMetric, factorUnits } from "./hamiltonianMove.ts";
import type { InformedDirections } from "./informedDirections.ts";
import { noiseLaw } from "../chain/varianceLaw.ts";
import type { ProjectionPrior } from "../chain/projectionProblem.ts";
import { softmaxMisfit } from "../chain/softmaxMisfit.ts";
import type { Engine } from "../../../engine/engine.ts";
import { matrix } from "../../../engine/matrix.ts";

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

/** What a row tells of a class before anything is known, p(1 − p), and the curvature of a prior of ln σ². */
const firstGuess = { row: 0.1, noise: 1 };

/**
 * Units for paths in few directions: R Rᵀ is the curvature of their energy with the precisions as they are, which change the columns D B_k in every
 * sweep, and with the mean over states of burn-in of what rows tell, v p_k (δ_kj − p_j), p the probabilities of a row and v the square of the
 * deviation that a is multiplied by. Along ln σ² the predictors move by ½z.
 */
export function informedMetric(
  engine: Engine,
  rows: number,
  count: number,
  { directions, columns }: InformedDirections,
  { size, isScaled }: { readonly size: number; readonly isScaled: boolean },
  tuning: Tuning = {},
): EnergyMetric {
  const own = directions * count;
  const guessed = new Float64Array(count * count * rows);
  for (let k = 0; k < count; k++) guessed.fill(firstGuess.row, k * (count + 1) * rows, (k * (count + 1) + 1) * rows);
  const told = tuned(tuning, "told", guessed); // mean of v p_k (δ_kj − p_j), at (k · count + j) · rows + i
  const across = tuned(tuning, "across", new Float64Array(count * rows)); // mean of √v p_k (½z_k − Σ_j p_j ½z_j)
  const alongNoise = tuned(tuning, "noise", Float64Array.of(firstGuess.noise));
  const curvature = matrix(size, size);
  const units = factorUnits(size, curvature.data);
  const probabilities = new Float64Array(count);

  function write(): void {
    const { data } = curvature;
    data.fill(0);
    for (let k = 0; k < count; k++) {
      for (let j = 0; j <= k; j++) {
        for (let i = 0, from = (k * count + j) * rows; i < rows; i++, from++) {
          for (let a = 0; a < directions; a++) {
            const value = told[from] * columns[k][i * directions + a];
            const end = j === k ? a + 1 : directions;
            const to = (k * directions + a) * size + j * directions;
            for (let b = 0; b < end; b++) data[to + b] += value * columns[j][i * directions + b];
          }
        }
      }
      if (size === own) continue;
      for (let i = 0, to = own * size + k * directions; i < rows; i++) {
        for (let a = 0; a < directions; a++) data[to + a] += across[k * rows + i] * columns[k][i * directions + a];
      }
    }
    for (let at = 0; at < own; at++) data[at * (size + 1)] += 1;
    if (size > own) data[own * (size + 1)] = alongNoise[0];
  }

  return {
    ...units,
    renew() {
      write();
      const result = engine.cholesky(curvature);
      if (result.ok) return units.take(result.factor.data);
      // Rounding: the units of the single numbers are left.
      const { data } = curvature;
      units.take(data.map((value, at) => (at % (size + 1) === 0 ? Math.sqrt(value) : 0)));
    },
    adapt({ z, totals, variance }: ChainState, step) {
      const v = isScaled ? variance : 1;
      let ofNoise = 0;
      for (let i = 0; i < rows; i++) {
        let drift = 0;
        for (let k = 0; k < count; k++) {
          probabilities[k] = Math.exp(z[k * rows + i] - totals[i]);
          drift += 0.5 * probabilities[k] * z[k * rows + i];
        }
        for (let k = 0; k < count; k++) {
          for (let j = 0, at = k * count * rows + i; j < count; j++, at += rows) {
            told[at] += step * (v * probabilities[k] * ((j === k ? 1 : 0) - probabilities[j]) - told[at]);
          }
          const along = 0.5 * z[k * rows + i];
          const weight = probabilities[k] * (along - drift);
          across[k * rows + i] += step * (Math.sqrt(v) * weight - across[k * rows + i]);
          ofNoise += weight * along;
        }
      }
      alongNoise[0] += step * (firstGuess.noise + ofNoise - alongNoise[0]);
    },
  };
}
