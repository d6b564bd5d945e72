import { incompleteGammaUpper } from "../../src/numeric/incompleteGammaLower.ts";

/** Every statistical test of this folder raises a false alarm with at most this probability, whatever the seed. */
export const falseAlarm = 1e-6;

/**
 * A bound on the probability that independent draws from the distribution lie as far from its distribution function as these:
 * 2 exp(−2 n D²) with the distance D of Kolmogorov and Smirnov (Massart 1990).
 */
export function distributionProbability(draws: ArrayLike<number>, cdf: (x: number) => number): number {
  const sorted = Float64Array.from(draws).toSorted();
  const n = sorted.length;
  let distance = 0;
  sorted.forEach((x, i) => {
    const p = cdf(x);
    distance = Math.max(distance, p - i / n, (i + 1) / n - p);
    if (!(p >= 0 && p <= 1)) distance = 1;
  });
  return 2 * Math.exp(-2 * n * distance * distance);
}

/** The probability that counts deviate from equal chances as much as these, by Pearson's χ² (20 or more expected in each). */
export function equalChancesProbability(counts: ArrayLike<number>): number {
  const total = Array.from(counts).reduce((sum, count) => sum + count, 0);
  const expected = total / counts.length;
  if (!(expected >= 20)) throw new RangeError(`Only ${expected} expected in each cell.`);
  const statistic = Array.from(counts).reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  return incompleteGammaUpper((counts.length - 1) / 2, statistic / 2);
}

/** The probability that the mean of n draws with this mean and deviation is as far off (normal; only for large n). */
export function meanProbability(draws: ArrayLike<number>, mean: number, deviation: number): number {
  const average = Array.from(draws).reduce((sum, x) => sum + x, 0) / draws.length;
  const z = (average - mean) / (deviation / Math.sqrt(draws.length));
  return incompleteGammaUpper(0.5, 0.5 * z * z);
}

/** n draws in an array. */
export function drawMany(n: number, draw: () => number): Float64Array {
  return Float64Array.from({ length: n }, draw);
}
