import type { Matrix } from "../../engine/matrix.ts";
import { transpose } from "../../matrix/index.ts";
import { exponential, type Stream } from "../../random/index.ts";
import type { ChainState } from "./chainState.ts";
import { coefficientPrior } from "./coefficientPrior.ts";
import { logTotal } from "./latentTarget.ts";
import type { ProjectionPrior } from "./problem.ts";
import { tuned, type Tuning } from "./tuning.ts";

/** Moves single coefficients of a chain in place, the predictors going with them. */
export type CoefficientRays = (state: ChainState, random: Stream) => void;

/** The first guess at how far ln λ may go, how many times that at most, and how many tries only rounding could ask for. */
const slice = { width: 3, mostSteps: 6, mostTries: 200 };
/** Factors beyond the first are not multiplied, and products not beyond the second, so that none overflows. */
const [largestFactor, largestProduct] = [1e50, 1e250];

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
  const others = new Float64Array(n); // 1 + Σ_{j ≠ k} e^(z_ij)
  let k = 0;
  const turn = tuned(tuning, "turn", new Float64Array(1)); // the next coefficient to be moved

  /** Makes a class the one whose coefficients are moved. */
  function turnTo(z: Float64Array, own: number): void {
    k = own;
    others.fill(1);
    for (let j = 0; j < count; j++) {
      if (j !== k) for (let i = 0, at = j * n; i < n; i++, at++) others[i] += Math.exp(z[at]);
    }
  }

  /** Σᵢ yᵢ_k D_il. */
  function ownSum({ classes }: ChainState, from: number): number {
    let sum = 0;
    for (let i = 0; i < n; i++) if (classes[i] === k) sum += columns[from + i];
    return sum;
  }

  /** −Σᵢ ln(1 + Σ_j e^(z_ij)) where z_ik has moved by so many times the column; −∞ beyond the range of exponentials. */
  function minusTotals(z: Float64Array, from: number, by: number): number {
    let sum = 0;
    // One logarithm of a product of many takes a small part of the time of many.
    let product = 1;
    for (let i = 0, at = k * n; i < n; i++, at++) {
      const total = others[i] + Math.exp(z[at] + by * columns[from + i]);
      if (total < largestFactor) product *= total;
      else sum -= Math.log(total);
      if (product < largestProduct) continue;
      sum -= Math.log(product);
      product = 1;
    }
    return sum - Math.log(product);
  }

  function moveOne(state: ChainState, at: number, random: Stream): void {
    const { coefficients, z, means, variance } = state;
    const from = (at % p) * n;
    const beta = coefficients[at];
    const slope = beta * ownSum(state, from);
    const heightAt = (logFactor: number): number => {
      const more = Math.expm1(logFactor);
      const height = logFactor + more * slope + minusTotals(z, from, more * beta);
      return height - ofCoefficients.energyOf(at, beta + more * beta, variance);
    };
    const level = heightAt(0) - exponential(random);
    if (!Number.isFinite(level)) return;
    let low = -slice.width * random.uniform();
    let high = low + slice.width;
    // How often either end may move is drawn too, or a bound would favour some points.
    const stepsDown = random.integer(slice.mostSteps);
    for (let step = 0; step < stepsDown && heightAt(low) > level; step++) low -= slice.width;
    for (let step = stepsDown + 1; step < slice.mostSteps && heightAt(high) > level; step++) high += slice.width;
    for (let tries = 0; tries < slice.mostTries; tries++) {
      const logFactor = low + (high - low) * random.uniform();
      if (heightAt(logFactor) > level) {
        const by = Math.expm1(logFactor) * beta;
        coefficients[at] += by;
        for (let i = 0, own = k * n; i < n; i++, own++) {
          means[own] += by * columns[from + i];
          z[own] += by * columns[from + i];
        }
        return;
      }
      if (logFactor < 0) low = logFactor;
      else high = logFactor;
    }
  }

  return (state, random) => {
    const { z, totals } = state;
    ofCoefficients.take(state);
    let next = turn[0];
    for (let time = 0; time < moved; time++, next = (next + 1) % (p * count)) {
      if (time === 0 || next % p === 0) turnTo(z, Math.floor(next / p));
      moveOne(state, next, random);
    }
    turn[0] = next;
    for (let i = 0; i < n; i++) totals[i] = logTotal(z, i, n, count);
  };
}
