import { type Stream, exponential, normal, polyaGamma } from "../../../random/index.ts";
import { type LatentState, type Tuning, tuned } from "./chainState.ts";
import type { LatentSampler } from "./projectionProblem.ts";
import { latentLogTarget, logTotal, logTotalWithout, rowLogLikelihood } from "./softmaxMisfit.ts";

/**
 * Renews the predictors of every row in place, given means and noise, and returns in how many rows a proposal was accepted.
 * A step above 0 lets it adapt its proposals by so much; then the chain does not count yet.
 */
type LatentUpdate = (state: LatentState, random: Stream, step: number) => number;

/** The update of a sampler, with a working space of its own. */
export function latentUpdate(
  sampler: LatentSampler,
  rows: number,
  count: number,
  proposalDeviation: number | undefined,
  tuning?: Tuning,
): LatentUpdate {
  switch (sampler) {
    case "metropolis":
      return metropolis(rows, count, proposalDeviation, tuning);
    case "polya-gamma":
      return polyaGammaUpdate(count);
    case "elliptical-slice":
      return ellipticalSlice(count);
  }
}

/**
 * Metropolis steps, z′ = z_i + s_i N(0, I) for all predictors of a row at once. The deviation is s_i = ρ_i (1/σ² + ¼)^(−½),
 * in units of the width that noise and likelihood leave, so that it follows σ²; during burn-in
 *
 *     ln ρ_i ← ln ρ_i + step (accepted − a),   a = 0.44, 0.35, 0.30, 0.30, 0.234, …  for 1, 2, 3, … predictors
 *
 * from ρ_i = 2.4/√q. Or the same deviation always, where one is given.
 */
function metropolis(rows: number, count: number, deviation: number | undefined, tuning: Tuning = {}): LatentUpdate {
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

/** The normal law of a predictor given its Pólya-Gamma variable. */
interface PredictorLaw {
  readonly precision: number;
  readonly mean: number;
}

/**
 * A predictor given its Pólya-Gamma variable ω, the offset C = ln(1 + Σ_{j ≠ k} e^(z_ij)) of the others and its mean D_i β_k:
 *
 *     z_ik ~ N((y_ik − ½ + ω C + D_i β_k/σ²) / (ω + 1/σ²), 1/(ω + 1/σ²))
 */
export function predictorLaw(
  omega: number,
  offset: number,
  isOwnClass: boolean,
  mean: number,
  variance: number,
): PredictorLaw {
  const precision = omega + 1 / variance;
  return { precision, mean: ((isOwnClass ? 0.5 : -0.5) + omega * offset + mean / variance) / precision };
}

/**
 * Renews the predictors by Pólya-Gamma variables (Polson, Scott & Windle 2013), one class after the other:
 * ω_ik ~ PG(1, z_ik − C_ik), then z_ik given ω_ik. Nothing is refused and nothing to tune. The exponentials of a row are kept
 * while its classes take turns; should one overflow, offsets are computed with the largest predictor taken off.
 */
export function polyaGammaUpdate(count: number): LatentUpdate {
  const exponentials = new Float64Array(count);
  const sumWithout = (k: number): number => {
    let sum = 1;
    for (let j = 0; j < count; j++) if (j !== k) sum += exponentials[j];
    return sum;
  };
  return ({ z, means, totals, classes, rows, variance }: LatentState, random: Stream): number => {
    for (let i = 0; i < rows; i++) {
      for (let k = 0, at = i; k < count; k++, at += rows) exponentials[k] = Math.exp(z[at]);
      for (let k = 0, at = i; k < count; k++, at += rows) {
        const others = sumWithout(k);
        const offset = others < Infinity ? Math.log(others) : logTotalWithout(z, i, rows, count, k);
        const omega = polyaGamma(random, z[at] - offset);
        const { precision, mean } = predictorLaw(omega, offset, classes[i] === k, means[at], variance);
        z[at] = mean + normal(random) / Math.sqrt(precision);
        exponentials[k] = Math.exp(z[at]);
      }
      const all = sumWithout(count);
      totals[i] = all < Infinity ? Math.log(all) : logTotal(z, i, rows, count);
    }
    return rows;
  };
}

/** Brackets close in on the present predictors, which lie in the slice: more tries than this only rounding could ask for. */
const mostTries = 200;

/**
 * Elliptical slice sampling (Murray, Adams & MacKay 2010), with nothing to tune: on the ellipse through z_i and a draw ν from
 * N(0, σ² I) about the means μ = D_i β,
 *
 *     z(a) = μ + (z_i − μ) cos a + ν sin a
 *
 * an angle is drawn whose likelihood lies above U times the present one. The bracket of angles, at first the whole circle,
 * shrinks to the side of the present predictors, a = 0, with every refusal.
 */
function ellipticalSlice(count: number): LatentUpdate {
  const held = new Float64Array(count);
  const other = new Float64Array(count);
  return (state: LatentState, random: Stream): number => {
    const { z, means, totals, classes, rows } = state;
    const deviation = Math.sqrt(state.variance);
    let moved = 0;
    for (let i = 0; i < rows; i++) {
      for (let k = 0, at = i; k < count; k++, at += rows) {
        held[k] = z[at] - means[at];
        other[k] = deviation * normal(random);
      }
      const level = rowLogLikelihood(z, i, rows, count, classes[i], totals[i]) - exponential(random);
      let angle = 2 * Math.PI * random.uniform();
      let low = angle - 2 * Math.PI;
      let high = angle;
      let tries = 1;
      for (; tries <= mostTries; tries++) {
        const cos = Math.cos(angle);
        const sin = Math.sin(angle);
        for (let k = 0, at = i; k < count; k++, at += rows) z[at] = means[at] + held[k] * cos + other[k] * sin;
        const total = logTotal(z, i, rows, count);
        if (rowLogLikelihood(z, i, rows, count, classes[i], total) > level) {
          totals[i] = total;
          moved++;
          break;
        }
        if (angle < 0) low = angle;
        else high = angle;
        angle = low + (high - low) * random.uniform();
      }
      if (tries > mostTries) for (let k = 0, at = i; k < count; k++, at += rows) z[at] = means[at] + held[k];
    }
    return moved;
  };
}
