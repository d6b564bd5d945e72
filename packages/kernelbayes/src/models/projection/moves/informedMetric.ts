import type { Engine } from "../../../engine/engine.ts";
import { matrix } from "../../../engine/matrix.ts";
import { type ChainState, tuned, type Tuning } from "../chain/chainState.ts";
import type { EnergyMetric } from "./energyMetric.ts";
import { factorUnits } from "../chain/factorUnits.ts";
import type { InformedDirections } from "./informedDirections.ts";

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
