import { checkChains, moments, pooledDraws, type Chains } from "./chains.ts";
import { effectiveSize } from "./effectiveSize.ts";

/**
 * The standard error of the mean of all draws, deviation / √(effective size for the mean): how far the mean of such chains is
 * from that of infinitely long ones. 0 where all draws are equal, NaN for chains of fewer than ten draws.
 */
export function monteCarloError(chains: Chains): number {
  checkChains(chains);
  return Math.sqrt(moments(pooledDraws(chains)).variance / effectiveSize(chains, "mean"));
}
