import { quantile } from "../numeric/index.ts";
import {
  chainVariances,
  checkChains,
  pooledDraws,
  shortestChain,
  splitChains,
  type Chains,
  rankNormalize,
} from "./chains.ts";

/**
 * The potential scale reduction R̂ of Markov chains: 1 where they agree, larger where one of them is elsewhere or wider than
 * another, or drifts. Chains that agree have at most 1.01.
 *
 * Each chain is cut into halves. With W the mean of their variances and var⁺ = W (n − 1)/n + the variance of their means,
 *
 *     R = √(var⁺ / W);
 *
 * R̂ is the larger of R of the rank-normalized draws, which finds chains at different places, and R of the rank-normalized
 * distances |x − median|, which finds chains of different width.
 *
 * NaN where all draws are equal, and for chains of fewer than ten draws. Infinite where no chain moves and they differ.
 *
 * Vehtari, Gelman, Simpson, Carpenter & Bürkner, Rank-normalization, folding, and localization: an improved R̂ for assessing
 * convergence of MCMC, 2021.
 */
export function rHat(chains: Chains): number {
  checkChains(chains);
  const halves = splitChains(chains);
  if (chains[0].length < shortestChain) return NaN;
  return rankedRHat(halves, rankNormalize(halves));
}

/** R̂ of chains that were split, given their rank-normalized draws too. */
export function rankedRHat(halves: Chains, normalized: Chains): number {
  const median = quantile(pooledDraws(halves), 0.5);
  const distances = halves.map((chain) => chain.map((value) => Math.abs(value - median)));
  const place = ratio(normalized);
  const width = ratio(rankNormalize(distances));
  // Draws of two values may all be equally far from the median, which says nothing about their width.
  return Number.isNaN(width) ? place : Math.max(place, width);
}

/**
 * R of the halves of chains as they are, without ranks (Gelman and others, Bayesian Data Analysis, 2013). It misses chains of
 * different width, and says nothing about a quantity without a variance; `rHat` is better.
 */
export function plainRHat(chains: Chains): number {
  checkChains(chains);
  return chains[0].length < shortestChain ? NaN : ratio(splitChains(chains));
}

/** √(var⁺ / W). */
function ratio(chains: Chains): number {
  const { within, total } = chainVariances(chains);
  return Math.sqrt(total / within);
}
