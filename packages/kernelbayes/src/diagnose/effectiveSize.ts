import { quantileOfSorted } from "../numeric/index.ts";
import { meanAutocovariances } from "./meanAutocovariances.ts";
import { chainVariances, checkChains, pooledDraws, shortestChain, splitChains, type Chains } from "./chains.ts";
import { rankNormalize } from "./rankNormalize.ts";

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
