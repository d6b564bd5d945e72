import { averageRanks } from "../evaluate/averageRanks.ts";
import { normalQuantile } from "../numeric/index.ts";
import { pooledDraws, type Chains } from "./chains.ts";

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
