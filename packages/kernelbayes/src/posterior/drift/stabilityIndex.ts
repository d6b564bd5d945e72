import { incompleteGammaUpper } from "../../numeric/incompleteGammaLower.ts";

/** How far two distributions over the same bins are apart, beside what chance does. */
export interface StabilityIndex {
  /** Σ (q − p) log(q/p), with half a row added to each bin: 0 where the shares agree. */
  readonly index: number;
  /** Its mean where nothing has changed: (bins − 1)(1/n + 1/m). Few rows alone give large indices. */
  readonly chance: number;
  /** How often chance alone gives shares that are as far apart: Pearson's test of two samples. */
  readonly pValue: number;
}

/**
 * The population stability index of counts of training rows and of new rows. Bins in which fewer than one row is to be expected are merged: the
 * distribution of χ² does not hold for them.
 */
export function stabilityIndex(training: readonly number[], fresh: readonly number[]): StabilityIndex {
  const bins = mergedBins(training, fresh);
  const n = bins.reduce((sum, [before]) => sum + before, 0);
  const m = bins.reduce((sum, [, now]) => sum + now, 0);
  if (bins.length < 2 || n === 0 || m === 0) return { index: 0, chance: 0, pValue: 1 };
  let [index, square] = [0, 0];
  for (const [before, now] of bins) {
    const p = (before + 0.5) / (n + bins.length / 2);
    const q = (now + 0.5) / (m + bins.length / 2);
    index += (q - p) * Math.log(q / p);
    const share = (before + now) / (n + m);
    square += (before - n * share) ** 2 / (n * share) + (now - m * share) ** 2 / (m * share);
  }
  const degrees = bins.length - 1;
  return { index, chance: degrees * (1 / n + 1 / m), pValue: incompleteGammaUpper(degrees / 2, square / 2) };
}

/** Pairs of counts, those of small bins as one, which takes the next larger one in if it is still small. */
function mergedBins(training: readonly number[], fresh: readonly number[]): Pair[] {
  const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
  const [n, m] = [total(training), total(fresh)];
  const isLarge = ([before, now]: Pair): boolean => ((before + now) / (n + m)) * Math.min(n, m) >= 1;
  const bins = training.map((count, bin): Pair => [count, fresh[bin]]).filter(([before, now]) => before + now > 0);
  const large = bins.filter(isLarge).toSorted((a, b) => a[0] + a[1] - b[0] - b[1]);
  const small = bins.filter((bin) => !isLarge(bin));
  if (small.length === 0) return large;
  const merged = joined(small);
  return isLarge(merged) ? [merged, ...large] : [joined([merged, ...large.slice(0, 1)]), ...large.slice(1)];
}

/** Counts of a bin: training rows, new rows. */
type Pair = readonly [number, number];

function joined(bins: readonly Pair[]): Pair {
  return bins.reduce(([before, now], bin) => [before + bin[0], now + bin[1]]);
}
