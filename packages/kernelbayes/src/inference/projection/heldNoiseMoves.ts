import { exponential, normal, type Stream } from "../../random/index.ts";
import { logLikelihoodOf, type ChainState } from "./chainState.ts";
import type { Coefficients } from "./coefficients.ts";
import { logTotal, rowLogLikelihood } from "./latentTarget.ts";
import type { PrecisionPrior, ProjectionPrior } from "./problem.ts";

/** Moves the coefficients of a chain in place, the predictors going with them. */
export type HeldNoiseMoves = (state: ChainState, random: Stream) => void;

/** More tries than this only rounding could ask for. */
const mostTries = 200;
/** The first guess at how far ln λ may go, and how many times that at most. */
const [width, mostSteps] = [1, 16];

/**
 * Two moves that hold the noise ε = z − Dβ of every row, so that the predictors z = Dβ + ε follow the coefficients. Where classes
 * are well separated the likelihood says little of the size of β, but β given z hardly moves, and neither does z given β; these
 * moves go the whole way.
 *
 * The first is elliptical slice sampling of β under its prior N(0, v/τ): on the ellipse through β and a draw ν from it,
 * β cos a + ν sin a, an angle is drawn whose likelihood lies above U times the present one.
 *
 * The second is a slice along (β, τ) → (λβ, τ/λ²), under which the prior of β given τ does not change but for its constant: with
 * m coefficients and the prior density p of τ it is invariant where ln λ is drawn from
 *
 *     λ^(−2m) Π p(τ/λ²) P(y | λDβ + ε)
 */
export function heldNoiseMoves(
  rows: number,
  columns: number,
  count: number,
  { combine }: Pick<Coefficients, "combine">,
  { precision, coefficients: kind }: ProjectionPrior,
): HeldNoiseMoves {
  const noise = new Float64Array(rows * count);
  const trial = new Float64Array(rows * count);
  const otherMeans = new Float64Array(rows * count);
  const totals = new Float64Array(rows);
  const drawn = new Float64Array(columns * count);

  /** The log likelihood of z = c Dβ + s Dν + ε, which is left in `trial` with its totals. */
  function logLikelihoodAt({ means, classes }: ChainState, c: number, s: number): number {
    for (let at = 0; at < trial.length; at++) trial[at] = c * means[at] + s * otherMeans[at] + noise[at];
    let sum = 0;
    for (let i = 0; i < rows; i++) {
      totals[i] = logTotal(trial, i, rows, count);
      sum += rowLogLikelihood(trial, i, rows, count, classes[i], totals[i]);
    }
    return sum;
  }

  function turn(state: ChainState, random: Stream): void {
    const { coefficients, precisions, means } = state;
    const variance = kind === "scaled" ? state.variance : 1;
    for (let at = 0; at < drawn.length; at++) drawn[at] = Math.sqrt(variance / precisions[at]) * normal(random);
    combine(drawn, otherMeans);
    const level = logLikelihoodOf(state) - exponential(random);
    let angle = 2 * Math.PI * random.uniform();
    let low = angle - 2 * Math.PI;
    let high = angle;
    for (let tries = 0; tries < mostTries; tries++) {
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      if (logLikelihoodAt(state, c, s) > level) {
        for (let at = 0; at < drawn.length; at++) coefficients[at] = c * coefficients[at] + s * drawn[at];
        for (let at = 0; at < means.length; at++) means[at] = c * means[at] + s * otherMeans[at];
        state.z.set(trial);
        state.totals.set(totals);
        return;
      }
      if (angle < 0) low = angle;
      else high = angle;
      angle = low + (high - low) * random.uniform();
    }
  }

  function stretch(state: ChainState, random: Stream): void {
    const { coefficients, precisions, precisionAuxiliaries, means } = state;
    const logDensity = (logFactor: number): number =>
      logPriorOfStretch(precision, precisions, precisionAuxiliaries, logFactor) +
      logLikelihoodAt(state, Math.exp(logFactor), 0);
    const here = logPriorOfStretch(precision, precisions, precisionAuxiliaries, 0) + logLikelihoodOf(state);
    const level = here - exponential(random);
    let low = -width * random.uniform();
    let high = low + width;
    // How often either end may move is drawn too, or a bound would favour some points.
    const stepsDown = random.integer(mostSteps);
    for (let step = 0; step < stepsDown && logDensity(low) > level; step++) low -= width;
    for (let step = 0; step < mostSteps - 1 - stepsDown && logDensity(high) > level; step++) high += width;
    for (let tries = 0; tries < mostTries; tries++) {
      const logFactor = low + (high - low) * random.uniform();
      if (logDensity(logFactor) > level) {
        const factor = Math.exp(logFactor);
        for (let at = 0; at < coefficients.length; at++) {
          coefficients[at] *= factor;
          precisions[at] /= factor * factor;
        }
        for (let at = 0; at < means.length; at++) means[at] *= factor;
        state.z.set(trial);
        state.totals.set(totals);
        return;
      }
      if (logFactor < 0) low = logFactor;
      else high = logFactor;
    }
  }

  return (state, random) => {
    for (let at = 0; at < noise.length; at++) noise[at] = state.z[at] - state.means[at];
    turn(state, random);
    stretch(state, random);
  };
}

/** −2m ln λ + Σ ln p(τ/λ²) + const., p the prior density of a precision: τ^(a − 1) e^(−bτ), or τ^(−3/2) above its bound. */
function logPriorOfStretch(
  prior: PrecisionPrior,
  precisions: Float64Array,
  auxiliaries: Float64Array,
  logFactor: number,
): number {
  const m = precisions.length;
  const shrink = Math.exp(-2 * logFactor);
  let weighted = 0;
  switch (prior.kind) {
    case "gamma":
      for (let at = 0; at < m; at++) weighted += prior.rate * precisions[at];
      return -2 * prior.shape * m * logFactor - shrink * weighted;
    case "half-cauchy":
      for (let at = 0; at < m; at++) weighted += precisions[at] / auxiliaries[at];
      return -m * logFactor - shrink * weighted;
    case "uniform":
      for (let at = 0; at < m; at++) if (shrink * precisions[at] < 1 / prior.upper ** 2) return -Infinity;
      return m * logFactor;
  }
}
