import { quantileOfSorted } from "../numeric/index.ts";
import { checkChains, moments, pooledDraws, shortestChain, splitChains, type Chains } from "./chains.ts";
import { sizeOfHalves, tailSize } from "./effectiveSize.ts";
import { rankedRHat } from "./rHat.ts";
import { rankNormalize } from "./rankNormalize.ts";

/** What the draws of a quantity say about it, and how far they can be trusted. */
export interface ChainSummary {
  readonly mean: number;
  readonly deviation: number;
  /** The 5 % quantile. */
  readonly lower: number;
  readonly median: number;
  /** The 95 % quantile. */
  readonly upper: number;
  /** `rHat` of the chains: at most 1.01 where they agree, NaN where all draws are equal. */
  readonly rHat: number;
  /** Effective draws in the bulk. */
  readonly bulkSize: number;
  /** Effective draws in the tails. */
  readonly tailSize: number;
  /** Standard error of the mean. */
  readonly monteCarloError: number;
}

/**
 * Sums up the draws of one quantity from several chains: all that `rHat`, `effectiveSize` and `monteCarloError` say, at less
 * than their cost one by one. Chains of fewer than ten draws have NaN in these places.
 */
export function summarizeChains(chains: Chains): ChainSummary {
  checkChains(chains);
  const draws = pooledDraws(chains);
  const { mean, variance } = moments(draws);
  const sorted = draws.toSorted();
  const described = {
    mean,
    deviation: Math.sqrt(variance),
    lower: quantileOfSorted(sorted, 0.05),
    median: quantileOfSorted(sorted, 0.5),
    upper: quantileOfSorted(sorted, 0.95),
  };
  if (chains[0].length < shortestChain) {
    return { ...described, rHat: NaN, bulkSize: NaN, tailSize: NaN, monteCarloError: NaN };
  }
  const halves = splitChains(chains);
  const normalized = rankNormalize(halves);
  return {
    ...described,
    rHat: rankedRHat(halves, normalized),
    bulkSize: sizeOfHalves(normalized),
    tailSize: tailSize(halves, sorted),
    monteCarloError: Math.sqrt(variance / sizeOfHalves(halves)),
  };
}
