import { checkChains, type Chains } from "./chains.ts";
import { effectiveSize } from "./effectiveSize.ts";

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
