import type { Matrix } from "../../../engine/matrix.ts";
import { transpose } from "../../../matrix/index.ts";
import { type Stream, exponential } from "../../../random/index.ts";
import { type ChainState, tuned, type Tuning, type LatentState } from "../chain/chainState.ts";
import { coefficientPrior } from "../chain/coefficientPrior.ts";
import { logTotal, logTotalWithout, sumOfLogs } from "../chain/softmaxMisfit.ts";
import type { ProjectionPrior } from "../chain/projectionProblem.ts";

/** Moves single coefficients of a chain in place, the predictors going with them. */
type CoefficientRays = (state: ChainState, random: Stream) => void;

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

/** −ln P(y | z) of rows where the predictors of one class move along a line. */
interface RayMisfit {
  /** What one step along the line adds to the predictor of each row; to be written by whoever asks. */
  readonly along: Float64Array;
  /** Holds predictors, of which those of class k will move. */
  hold(state: LatentState, k: number): void;
  /** The misfit after so many steps; infinite beyond the range of exponentials. */
  at(by: number): number;
}

/**
 * Everything is relative to the class of the row, so that predictors in the thousands do no harm where rows are told right. With
 * C_i = ln Σ_{j ≠ k} e^(z_ij), over all classes but the one that moves,
 *
 *     −ln P(y_i | z_i) = ln(1 + e^(C_i − z_ik − by·along_i))                    in rows of class k,
 *                        ln(e^(C_i − z_iy) + e^(z_ik − z_iy + by·along_i))      in others.
 */
export function rayMisfit(rows: number, count: number): RayMisfit {
  const along = new Float64Array(rows);
  const held = new Float64Array(rows); // 1, or e^(C_i − z_iy)
  const moving = new Float64Array(rows); // the exponent of what moves
  const signs = new Float64Array(rows);
  const inverses = new Float64Array(rows); // 1/P(y_i | z_i)
  return {
    along,
    hold({ z, classes }, k) {
      for (let i = 0; i < rows; i++) {
        const own = classes[i];
        const others = logTotalWithout(z, i, rows, count, k);
        const predictor = z[k * rows + i];
        const ofOwn = own < count ? z[own * rows + i] : 0;
        const isOwn = own === k;
        held[i] = isOwn ? 1 : Math.exp(others - ofOwn);
        moving[i] = isOwn ? others - predictor : predictor - ofOwn;
        signs[i] = isOwn ? -1 : 1;
      }
    },
    at(by) {
      for (let i = 0; i < rows; i++) inverses[i] = held[i] + Math.exp(moving[i] + signs[i] * by * along[i]);
      return sumOfLogs(inverses);
    },
  };
}

/** How many times as wide as guessed at an interval may become, and how many tries only rounding could ask for. */
const [mostSteps, mostTries] = [6, 200];

/**
 * Draws the logarithm of a factor λ by a slice (Neal 2003): where a log density of ln λ is above a level drawn below its height at λ = 1. An interval of the
 * guessed width about that place is stepped out and shrinks with every refusal. Where the height there is not finite nothing moves, and ln λ is 0.
 */
export function drawLogFactor(heightAt: (logFactor: number) => number, random: Stream, width: number): number {
  const level = heightAt(0) - exponential(random);
  if (!Number.isFinite(level)) return 0;
  let low = -width * random.uniform();
  let high = low + width;
  // How often either end may move is drawn too, or a bound would favour some points.
  const stepsDown = random.integer(mostSteps);
  for (let step = 0; step < stepsDown && heightAt(low) > level; step++) low -= width;
  for (let step = stepsDown + 1; step < mostSteps && heightAt(high) > level; step++) high += width;
  for (let tries = 0; tries < mostTries; tries++) {
    const logFactor = low + (high - low) * random.uniform();
    if (heightAt(logFactor) > level) return logFactor;
    if (logFactor < 0) low = logFactor;
    else high = logFactor;
  }
  return 0;
}
