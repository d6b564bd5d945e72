import { equalMassBins } from "./equalMassBins.ts";
import { wilsonInterval } from "./wilsonInterval.ts";
import { rowWeights } from "./rowWeights.ts";
import { outcomes } from "./outcomes.ts";

/** One bin of a reliability diagram: rows of similar probability, what was promised and what happened. */
export interface ReliabilityBin {
  readonly rows: number;
  /** Σ w; the number of rows when they are not weighted. */
  readonly mass: number;
  readonly meanProbability: number;
  /** The share of rows, by mass, in which the event happened. */
  readonly frequency: number;
  /** Wilson's interval for the frequency. */
  readonly interval: readonly [lower: number, upper: number];
}

export interface BinOptions {
  /** How many bins of equal mass; default 15. Fewer come out when probabilities are tied. */
  readonly bins?: number;
  readonly weights?: ArrayLike<number>;
}

/**
 * The reliability diagram of the probabilities of one event (1 where it happened, 0 where not): equal-mass bins with mean
 * probability, frequency and the interval that the frequency alone would justify at the given level, 0.95 by default.
 */
export function reliabilityBins(
  probability: ArrayLike<number>,
  happened: ArrayLike<number>,
  { bins, weights, level = 0.95 }: BinOptions & { readonly level?: number } = {},
): ReliabilityBin[] {
  const y = outcomes(probability, happened);
  const mass = rowWeights(y.length, weights);
  return equalMassBins(probability, mass, bins).map((rows) => {
    let total = 0;
    let promised = 0;
    let seen = 0;
    for (const row of rows) {
      total += mass[row];
      promised += mass[row] * probability[row];
      seen += mass[row] * y[row];
    }
    return {
      rows: rows.length,
      mass: total,
      meanProbability: promised / total,
      frequency: seen / total,
      interval: wilsonInterval(seen, total, level),
    };
  });
}
