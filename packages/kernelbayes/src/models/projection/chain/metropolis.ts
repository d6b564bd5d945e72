import { exponential, normal, type Stream } from "../../../random/index.ts";
import type { LatentState } from "./chainState.ts";
import { latentLogTarget, logTotal } from "./latentTarget.ts";
import type { LatentUpdate } from "./latentUpdate.ts";
import { tuned, type Tuning } from "./tuning.ts";

/**
 * Metropolis steps, z′ = z_i + s_i N(0, I) for all predictors of a row at once. The deviation is s_i = ρ_i (1/σ² + ¼)^(−½),
 * in units of the width that noise and likelihood leave, so that it follows σ²; during burn-in
 *
 *     ln ρ_i ← ln ρ_i + step (accepted − a),   a = 0.44, 0.35, 0.30, 0.30, 0.234, …  for 1, 2, 3, … predictors
 *
 * from ρ_i = 2.4/√q. Or the same deviation always, where one is given.
 */
export function metropolis(
  rows: number,
  count: number,
  deviation: number | undefined,
  tuning: Tuning = {},
): LatentUpdate {
  const proposed = new Float64Array(rows * count);
  const scales = tuned(tuning, "proposals", new Float64Array(rows).fill(2.4 / Math.sqrt(count)));
  const target = acceptanceTarget(count);
  return (state: LatentState, random: Stream, step: number): number => {
    const { z, means, totals, classes, variance } = state;
    const width = 1 / Math.sqrt(1 / variance + 0.25);
    let accepted = 0;
    for (let i = 0; i < rows; i++) {
      const size = deviation ?? scales[i] * width;
      for (let k = 0, at = i; k < count; k++, at += rows) proposed[at] = z[at] + size * normal(random);
      const level = latentLogTarget(z, means, i, rows, count, classes[i], variance, totals[i]) - exponential(random);
      // No total is smaller than the largest predictor: most proposals that fail do so without an exponential.
      const least = largestPredictor(proposed, i, rows, count);
      let isAccepted = latentLogTarget(proposed, means, i, rows, count, classes[i], variance, least) > level;
      if (isAccepted) {
        const total = logTotal(proposed, i, rows, count);
        isAccepted = latentLogTarget(proposed, means, i, rows, count, classes[i], variance, total) > level;
        if (isAccepted) {
          for (let k = 0, at = i; k < count; k++, at += rows) z[at] = proposed[at];
          totals[i] = total;
          accepted++;
        }
      }
      if (step > 0) scales[i] *= Math.exp(step * (Number(isAccepted) - target));
    }
    return accepted;
  };
}

/** The largest predictor of a row, that of the reference class, 0, included. */
function largestPredictor(z: Float64Array, row: number, rows: number, count: number): number {
  let most = 0;
  for (let k = 0, at = row; k < count; k++, at += rows) if (z[at] > most) most = z[at];
  return most;
}

/** Shares of accepted proposals at which a walk in so many directions gets on fastest. */
function acceptanceTarget(count: number): number {
  if (count === 1) return 0.44;
  if (count === 2) return 0.35;
  return count <= 4 ? 0.3 : 0.234;
}
