import { normal, type Stream } from "../../../random/index.ts";
import { logLikelihoodOf, type ChainState } from "../chain/chainState.ts";
import { logTotal, rowLogLikelihood } from "../chain/latentTarget.ts";
import type { VarianceLaw } from "../chain/noiseConditional.ts";
import { tuned, type Tuning } from "../chain/tuning.ts";

/** Moves a chain in place, unless refused; a step above 0 lets it adapt the size of its moves. */
export type ScaleMove = (state: ChainState, law: VarianceLaw, random: Stream, step: number) => void;

const acceptanceTarget = 0.44;

/**
 * A Metropolis step along the direction in which a sweep is slowest: (z, β, σ) → λ (z, β, σ), ln λ ~ N(0, s²), τ unchanged.
 * The densities of z and β given σ and the change of volume cancel but for λ² (σ² being the coordinate), so that
 *
 *     accept with min(1, λ² p(λ²σ²)/p(σ²) · P(y | λz)/P(y | z))
 *
 * Where β does not scale with σ its density counts too: the factor λ^(pq) exp(−½ (λ² − 1) Σ τβ²).
 */
export function scaleMove(rows: number, count: number, coefficientsScale: boolean, tuning: Tuning = {}): ScaleMove {
  const scaledZ = new Float64Array(rows * count);
  const scaledTotals = new Float64Array(rows);
  const size = tuned(tuning, "scale", Float64Array.of(2.4 / Math.sqrt(2 + rows / 4)));
  return (state, law, random, step) => {
    const { z, totals, classes, coefficients, precisions, means, variance } = state;
    const logFactor = size[0] * normal(random);
    const factor = Math.exp(logFactor);
    for (let at = 0; at < z.length; at++) scaledZ[at] = factor * z[at];
    let logRatio = -logLikelihoodOf(state);
    for (let i = 0; i < rows; i++) {
      scaledTotals[i] = logTotal(scaledZ, i, rows, count);
      logRatio += rowLogLikelihood(scaledZ, i, rows, count, classes[i], scaledTotals[i]);
    }
    logRatio -= 2 * law.shape * logFactor + (law.rate / variance) * Math.expm1(-2 * logFactor);
    if (!coefficientsScale) {
      let squares = 0;
      for (let at = 0; at < coefficients.length; at++) squares += precisions[at] * coefficients[at] * coefficients[at];
      logRatio += coefficients.length * logFactor - 0.5 * Math.expm1(2 * logFactor) * squares;
    }
    const isAccepted = factor * factor * variance < law.upper && Math.log(random.uniform()) < logRatio;
    if (isAccepted) {
      z.set(scaledZ);
      totals.set(scaledTotals);
      for (let at = 0; at < coefficients.length; at++) coefficients[at] *= factor;
      for (let at = 0; at < means.length; at++) means[at] *= factor;
      state.variance *= factor * factor;
    }
    if (step > 0) size[0] *= Math.exp(step * (Number(isAccepted) - acceptanceTarget));
  };
}
