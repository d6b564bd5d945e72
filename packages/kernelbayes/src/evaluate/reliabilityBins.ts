import { wilsonInterval } from "./wilsonInterval.ts";
import { rowWeights } from "./rowWeights.ts";
import { outcomes } from "./probabilities.ts";
import { InputError } from "../errors.ts";
import { ascendingOrder } from "./averageRanks.ts";

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

/** The number of bins unless another is asked for. */
const DEFAULT_BINS = 15;

/**
 * Divides rows into bins of about equal mass by their probability, from low to high. Among N sorted rows bin b of B starts
 * at row ⌊bN/B⌋, moved up past rows of the same probability, so that ties always share a bin; bins left empty vanish.
 * With weights N is the total mass and a row stands for as many equal rows as it weighs: the boundary stays before a row
 * if it falls into that row's first unit of mass, and moves behind it otherwise. Rows of weight 0 are in no bin.
 */
export function equalMassBins(
  probability: ArrayLike<number>,
  weights: ArrayLike<number>,
  bins: number = DEFAULT_BINS,
): Int32Array[] {
  if (!Number.isInteger(bins) || bins < 1) {
    throw new InputError("invalid-bins", `The number of bins must be a whole number of at least 1; got ${bins}.`);
  }
  const order = ascendingOrder(probability).filter((row) => weights[row] > 0);
  const before = new Float64Array(order.length + 1); // mass in front of each sorted position
  for (let k = 0; k < order.length; k++) before[k + 1] = before[k] + weights[order[k]];
  const total = before[order.length];
  const rounding = 1e-12 * total; // lets ten times 0.1 reach 1

  const result: Int32Array[] = [];
  let start = 0;
  let k = 0;
  for (let bin = 1; bin <= bins; bin++) {
    const boundary = (bin * total) / bins;
    while (k < order.length && before[k + 1] <= boundary + rounding) k++;
    let end = bin === bins ? order.length : k;
    if (end < order.length && boundary - before[end] >= 1 - rounding) end++;
    while (end > 0 && end < order.length && probability[order[end]] === probability[order[end - 1]]) end++;
    if (end <= start) continue;
    result.push(order.slice(start, end));
    start = end;
  }
  return result;
}
