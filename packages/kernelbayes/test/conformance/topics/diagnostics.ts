import { effectiveSize, monteCarloError, plainRHat, rHat } from "../../../src/diagnose/index.ts";

/** Projection family, section 7: whether chains agree, and what their draws are worth. */
export function diagnostics(input: { readonly chains: number[][] }): unknown {
  const chains = input.chains.map((chain) => Float64Array.from(chain));
  return {
    rhat: rHat(chains),
    rhat_split_plain: plainRHat(chains),
    ess_bulk: effectiveSize(chains, "bulk"),
    ess_tail: effectiveSize(chains, "tail"),
    ess_mean: effectiveSize(chains, "mean"),
    mcse_mean: monteCarloError(chains),
  };
}
