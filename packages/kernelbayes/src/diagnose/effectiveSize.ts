import { quantileOfSorted } from "../numeric/index.ts";
import {
  chainVariances,
  checkChains,
  pooledDraws,
  shortestChain,
  splitChains,
  type Chains,
  moments,
  rankNormalize,
} from "./chains.ts";
import { fourierTransform } from "../numeric/fourierTransform.ts";

/** What draws are wanted for: the bulk of the distribution, its 5 % and 95 % quantiles, or its mean. */
export type EffectiveSizeOf = "bulk" | "tail" | "mean";

/**
 * How many independent draws the draws of Markov chains are worth: S/τ of S draws, τ = 1 + 2 Σ_t ρ_t the sum of their
 * autocorrelations, in which chains that disagree count as correlated. Chains should have 100 each at least.
 *
 * - `"bulk"`: of the rank-normalized draws; how well the middle of the distribution is known.
 * - `"tail"`: the smaller of those of x ≤ q₀.₀₅ and x ≤ q₀.₉₅; how well the ends of a 90 % interval are known.
 * - `"mean"`: of the draws as they are, for the error of their mean; it needs a variance.
 *
 * All for the halves of the chains. Where all draws are equal, S; for chains of fewer than ten draws NaN.
 *
 * Vehtari, Gelman, Simpson, Carpenter & Bürkner 2021, as for R̂.
 */
export function effectiveSize(chains: Chains, of: EffectiveSizeOf = "bulk"): number {
  checkChains(chains);
  if (chains[0].length < shortestChain) return NaN;
  const halves = splitChains(chains);
  if (of === "bulk") return sizeOfHalves(rankNormalize(halves));
  return of === "tail" ? tailSize(halves, pooledDraws(chains).toSorted()) : sizeOfHalves(halves);
}

/** The effective size in the tails, whose borders are quantiles of all draws, given in ascending order. */
export function tailSize(halves: Chains, sorted: Float64Array): number {
  const sizes = [0.05, 0.95].map((q) => {
    const border = quantileOfSorted(sorted, q);
    return sizeOfHalves(halves.map((chain) => chain.map((value) => (value <= border ? 1 : 0))));
  });
  return Math.min(...sizes);
}

/**
 * S/τ of chains that were split, with ρ_t = 1 − (W − a_t)/var⁺, a_t the mean of the chains' autocovariances. The sum ends before
 * the first pair ρ_{2k} + ρ_{2k+1} that is negative, and pairs are not allowed to rise (Geyer's initial monotone sequence, 1992,
 * in the form that Stan gave it). τ is at least 1/log₁₀ S, for chains that are better than independent draws.
 */
export function sizeOfHalves(chains: Chains): number {
  const n = chains[0].length;
  const S = n * chains.length;
  const { within, total } = chainVariances(chains);
  if (total === 0) return S;
  const covariances = meanAutocovariances(chains);
  const correlation = (t: number): number => 1 - (within - covariances[t]) / total;

  const rho = new Float64Array(n);
  let even = 1;
  let odd = correlation(1);
  rho[0] = even;
  rho[1] = odd;
  let t = 1;
  for (; t < n - 3 && even + odd > 0; t += 2) {
    even = correlation(t + 1);
    odd = correlation(t + 2);
    if (even + odd >= 0) {
      rho[t + 1] = even;
      rho[t + 2] = odd;
    }
  }
  const last = t - 2;
  if (even > 0) rho[last + 1] = even;
  for (t = 1; t <= last - 2; t += 2) {
    const before = rho[t - 1] + rho[t];
    if (rho[t + 1] + rho[t + 2] > before) {
      rho[t + 1] = before / 2;
      rho[t + 2] = before / 2;
    }
  }
  let tau = -1 + rho[last + 1];
  for (t = 0; t <= last; t++) tau += 2 * rho[t];
  return S / Math.max(tau, 1 / Math.log10(S));
}

/**
 * The mean over chains of their autocovariances at every lag t,
 *
 *     a_t = 1/n Σ_s (x_s − x̄)(x_{s+t} − x̄),
 *
 * by way of the power spectrum, in O(n log n). Zeros are appended so that the ends of a chain do not meet. As only the
 * mean is asked for, two chains go through one transform, as real and as imaginary part, and the powers of all go back
 * together: |Z(f)|² + |Z(−f)|² = 2 |X(f)|² + 2 |Y(f)|² for z = x + iy, and the real part of a transform sees no more.
 */
export function meanAutocovariances(chains: Chains): Float64Array {
  const n = chains[0].length;
  let size = 1;
  while (size < 2 * n) size *= 2;
  const transform = fourierTransform(size);
  const real = new Float64Array(size);
  const imaginary = new Float64Array(size);
  const power = new Float64Array(size);
  for (let number = 0; number < chains.length; number += 2) {
    setCentered(real, chains[number]);
    if (number + 1 < chains.length) setCentered(imaginary, chains[number + 1]);
    else imaginary.fill(0);
    transform(real, imaginary);
    for (let f = 0; f < size; f++) power[f] += real[f] * real[f] + imaginary[f] * imaginary[f];
  }
  transform(power, imaginary.fill(0));
  return power.subarray(0, n).map((sum) => sum / (size * n * chains.length));
}

/** The chain without its mean, followed by zeros. */
function setCentered(target: Float64Array, chain: Float64Array): void {
  const { mean } = moments(chain);
  for (let s = 0; s < chain.length; s++) target[s] = chain[s] - mean;
  target.fill(0, chain.length);
}

/**
 * The standard error of the mean of all draws, deviation / √(effective size for the mean): how far the mean of such chains is
 * from that of infinitely long ones. 0 where all draws are equal, NaN for chains of fewer than ten draws.
 */
export function monteCarloError(chains: Chains): number {
  checkChains(chains);
  return Math.sqrt(moments(pooledDraws(chains)).variance / effectiveSize(chains, "mean"));
}

/**
 * What one draw of a Markov chain is worth for a row's likelihood: the effective size for the mean of exp L over the number of
 * draws, at most 1, from the row's log likelihood under the draws of each chain. 1 for chains of fewer than ten draws.
 */
export function relativeEfficiency(logLikelihood: Chains): number {
  checkChains(logLikelihood);
  const largest = Math.max(
    ...logLikelihood.map((chain) => chain.reduce((most, value) => Math.max(most, value), -Infinity)),
  );
  const likelihood = logLikelihood.map((chain) => chain.map((value) => Math.exp(value - largest)));
  const size = effectiveSize(likelihood, "mean");
  return Number.isNaN(size) ? 1 : Math.min(1, size / (likelihood.length * likelihood[0].length));
}
