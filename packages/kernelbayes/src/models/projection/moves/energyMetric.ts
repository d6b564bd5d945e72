import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { type ChainState, tuned, type Tuning } from "../chain/chainState.ts";
import { factorUnits, type FactorUnits } from "../chain/factorUnits.ts";
import type { HeldNoiseEnergy } from "./heldNoiseEnergy.ts";

/** Units in which an energy is about equally curved in every direction: x = Rᵀ · point. */
export interface EnergyMetric extends Omit<FactorUnits, "take"> {
  /** Takes in what the energy holds, where units depend on it. */
  renew(): void;
  /** Moves R Rᵀ, or what it is made of, by the share `step` towards the curvature at a state that is held. */
  adapt(state: ChainState, step: number): void;
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
