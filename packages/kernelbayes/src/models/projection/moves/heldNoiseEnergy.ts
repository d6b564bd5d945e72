import { type ChainState, tuned, type Tuning } from "../chain/chainState.ts";
import { coefficientPrior } from "../chain/coefficientPrior.ts";
import type { ColumnProducts } from "../chain/columnProducts.ts";
import { factorUnits, type EnergyMetric, type PathEnergy } from "./hamiltonianMove.ts";
import { noiseLaw } from "../chain/varianceLaw.ts";
import type { ProjectionPrior } from "../chain/projectionProblem.ts";
import { softmaxMisfit } from "../chain/softmaxMisfit.ts";
import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";

/**
 * The posterior of coefficients and noise with the shape of the noise held, e = (z − Dβ)/σ, so that the predictors
 * z = Dβ + σe follow both: energy −ln P(y | z) − ln p(β | σ²) − ln p(ln σ²) + const. A point is β, stored as in a chain, and behind it
 * ln σ², which stays as it is where σ² is known.
 */
interface HeldNoiseEnergy extends PathEnergy {
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

/** What a row tells of a class before anything is known, p(1 − p), and the curvature of a prior. */
const firstGuess = { row: 0.1, prior: 1 };

/**
 * R Rᵀ is the curvature of the energy, averaged over states of the chain. That of −ln P(y | Dβ + σe) in the coefficients of the classes k
 * and j is Dᵀ diag(p_k (δ_kj − p_j)) D, p the probabilities of the rows; along ln σ² the predictors move by ½σe as along one column more.
 */
export function energyMetric(
  engine: Engine,
  D: Matrix,
  squaredNorms: Float64Array,
  { size, priorCurvature }: Pick<HeldNoiseEnergy, "size" | "priorCurvature">,
  tuning: Tuning = {},
): EnergyMetric {
  const curvature = matrix(size, size);
  const ofPrior = new Float64Array(size);
  const guessed = new Float64Array(size * size);
  for (let at = 0; at < size; at++) {
    guessed[at * (size + 1)] = firstGuess.row * squaredNorms[at % D.columns] + firstGuess.prior;
  }
  const mean = matrix(size, size, tuned(tuning, "curvature", guessed));
  const factor = tuned(tuning, "units", guessed.map(Math.sqrt));
  const units = factorUnits(size, factor);
  return {
    ...units,
    renew: () => undefined,
    adapt(state, step) {
      writeCurvature(state, D, curvature);
      priorCurvature(state, ofPrior);
      for (let at = 0; at < size; at++) curvature.data[at * (size + 1)] += ofPrior[at];
      for (let at = 0; at < mean.data.length; at++) mean.data[at] += step * (curvature.data[at] - mean.data[at]);
      const result = engine.cholesky(mean);
      // A mean of positive definite matrices is one but for rounding, and then the units stay as they were.
      if (result.ok) factor.set(result.factor.data);
    },
  };
}

/** The curvature of −ln P(y | z), its lower triangle, which is all that a factorization reads. */
function writeCurvature({ z, means, totals, rows: n, count }: ChainState, D: Matrix, target: Matrix): void {
  const p = D.columns;
  const size = target.columns;
  const own = p * count;
  const probabilities = new Float64Array(count);
  target.data.fill(0);
  for (let i = 0; i < n; i++) {
    const from = i * p;
    let drift = 0; // Σ p_k ½σe_k
    for (let k = 0; k < count; k++) {
      probabilities[k] = Math.exp(z[k * n + i] - totals[i]);
      drift += 0.5 * probabilities[k] * (z[k * n + i] - means[k * n + i]);
    }
    for (let k = 0; k < count; k++) {
      for (let j = 0; j <= k; j++) {
        const weight = probabilities[k] * ((j === k ? 1 : 0) - probabilities[j]);
        for (let l = 0; l < p; l++) {
          const value = weight * D.data[from + l];
          const end = j === k ? l + 1 : p;
          for (let m = 0, at = (k * p + l) * size + j * p; m < end; m++, at++)
            target.data[at] += value * D.data[from + m];
        }
      }
      if (size === own) continue;
      const along = 0.5 * (z[k * n + i] - means[k * n + i]);
      const weight = probabilities[k] * (along - drift);
      for (let l = 0, at = own * size + k * p; l < p; l++, at++) target.data[at] += weight * D.data[from + l];
      target.data[own * (size + 1)] += weight * along;
    }
  }
}
