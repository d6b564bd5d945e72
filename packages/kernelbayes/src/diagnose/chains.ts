import { InputError } from "../errors.ts";
import { averageRanks } from "../evaluate/averageRanks.ts";
import { normalQuantile } from "../numeric/index.ts";

/** Draws of one quantity from several Markov chains of equal length, in the order in which they were drawn. */
export type Chains = readonly Float64Array[];

/** Chains below this length say nothing about how well they mix: halves have fewer than five draws. */
export const shortestChain = 10;

/** Refuses chains that are not of one length or hold what is no finite number. */
export function checkChains(chains: Chains): void {
  if (chains.length === 0) throw new RangeError("At least one chain is needed; got none.");
  const draws = chains[0].length;
  chains.forEach((chain, number) => {
    if (chain.length !== draws) {
      throw new RangeError(
        `Chains must have equal lengths; the first has ${draws} draws, chain ${number + 1} has ${chain.length}.`,
      );
    }
    const at = chain.findIndex((value) => !Number.isFinite(value));
    if (at >= 0) {
      throw new InputError(
        "not-finite",
        `Draw ${at + 1} of chain ${number + 1} is ${chain[at]}; draws must be finite.`,
      );
    }
  });
}

/** The two halves of every chain, each as a chain of its own; the middle draw of an odd number is dropped. */
export function splitChains(chains: Chains): Float64Array[] {
  const half = Math.floor(chains[0].length / 2);
  return chains.flatMap((chain) => [chain.slice(0, half), chain.slice(chain.length - half)]);
}

/** All draws one after the other. */
export function pooledDraws(chains: Chains): Float64Array {
  const draws = chains[0].length;
  const pooled = new Float64Array(chains.length * draws);
  chains.forEach((chain, number) => pooled.set(chain, number * draws));
  return pooled;
}

/** Mean and variance (divisor n − 1); exact for equal values, because the first is taken off before anything is added. */
export function moments(values: ArrayLike<number>): { readonly mean: number; readonly variance: number } {
  const n = values.length;
  let sum = 0;
  for (let i = 0; i < n; i++) sum += values[i] - values[0];
  const mean = values[0] + sum / n;
  let squares = 0;
  for (let i = 0; i < n; i++) squares += (values[i] - mean) ** 2;
  return { mean, variance: squares / (n - 1) };
}

/** What chains vary by: W, the mean of their variances, and var⁺ = W (n − 1)/n + the variance of their means. */
export function chainVariances(chains: Chains): { readonly within: number; readonly total: number } {
  const n = chains[0].length;
  const each = chains.map(moments);
  const within = each.reduce((sum, { variance }) => sum + variance, 0) / chains.length;
  const between = moments(each.map(({ mean }) => mean)).variance;
  return { within, total: (within * (n - 1)) / n + between };
}

/**
 * Every draw replaced by a normal score of its rank r among all S draws,
 *
 *     Φ⁻¹((r − 3/8) / (S + 1/4)),
 *
 * so that what follows does not depend on whether the quantity has a variance, nor on its scale (Vehtari and others 2021).
 * Equal draws share the mean of their ranks.
 */
export function rankNormalize(chains: Chains): Float64Array[] {
  const draws = chains[0].length;
  const { ranks } = averageRanks(pooledDraws(chains));
  const scores = ranks.map((rank) => normalQuantile((rank - 3 / 8) / (ranks.length + 1 / 4)));
  return chains.map((_, number) => scores.slice(number * draws, (number + 1) * draws));
}
