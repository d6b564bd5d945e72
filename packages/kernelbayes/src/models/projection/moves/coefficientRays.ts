import type { Matrix } from "../../../engine/matrix.ts";
import { transpose } from "../../../matrix/index.ts";
import type { Stream } from "../../../random/index.ts";
import { type ChainState, tuned, type Tuning } from "../chain/chainState.ts";
import { coefficientPrior } from "../chain/coefficientPrior.ts";
import { drawLogFactor } from "./drawLogFactor.ts";
import { logTotal } from "../chain/softmaxMisfit.ts";
import type { ProjectionPrior } from "../chain/projectionProblem.ts";
import { rayMisfit } from "./rayMisfit.ts";

/** Moves single coefficients of a chain in place, the predictors going with them. */
export type CoefficientRays = (state: ChainState, random: Stream) => void;

/** The first guess at how far ln λ may go. */
const width = 3;

/**
 * Slices along the rays through single coefficients, β → λβ, with the noise z − Dβ of every row held: ln λ is drawn where
 *
 *     ln λ + ln p(λβ) + ln P(y | z + (λ − 1) D_l β)
 *
 * is above a level drawn below its present height (Neal 2003). Where classes are told apart the likelihood does not bound β from above
 * and its prior has heavy tails: a path, whose length is that of the bulk, would take long to come back from there, a factor does not.
 * So many coefficients as are asked for are moved at a time, in turn. Precisions are integrated out where they can be: they must be drawn
 * anew before anything else is.
 */
export function coefficientRays(
  D: Matrix,
  count: number,
  prior: ProjectionPrior,
  moved: number = D.columns * count,
  tuning: Tuning = {},
): CoefficientRays {
  const { rows: n, columns: p } = D;
  const { data: columns } = transpose(D);
  const ofCoefficients = coefficientPrior(prior, p * count);
  const { along, ...misfit } = rayMisfit(n, count);
  const turn = tuned(tuning, "turn", new Float64Array(1)); // the next coefficient to be moved
  let at = 0;
  let beta = 0;
  let variance = 1;

  function heightAt(logFactor: number): number {
    const by = Math.expm1(logFactor) * beta;
    return logFactor - misfit.at(by) - ofCoefficients.energyOf(at, beta + by, variance);
  }

  function moveOne(state: ChainState, random: Stream): void {
    const { coefficients, z, means } = state;
    const k = Math.floor(at / p);
    along.set(columns.subarray((at % p) * n, (at % p) * n + n));
    beta = coefficients[at];
    misfit.hold(state, k);
    const by = Math.expm1(drawLogFactor(heightAt, random, width)) * beta;
    coefficients[at] += by;
    for (let i = 0, own = k * n; i < n; i++, own++) {
      means[own] += by * along[i];
      z[own] += by * along[i];
    }
  }

  return (state, random) => {
    const { z, totals } = state;
    ofCoefficients.take(state);
    variance = state.variance;
    for (let time = 0; time < moved; time++) {
      at = turn[0];
      moveOne(state, random);
      turn[0] = (at + 1) % (p * count);
    }
    for (let i = 0; i < n; i++) totals[i] = logTotal(z, i, n, count);
  };
}
