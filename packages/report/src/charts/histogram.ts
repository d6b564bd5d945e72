/** A bar of a histogram. */
export interface Bar {
  readonly from: number;
  readonly to: number;
  /** The share of the values in it. */
  readonly share: number;
}

export interface HistogramOptions {
  readonly domain: readonly [number, number];
  readonly bins: number;
}

/** The shares of values in bins of equal width, those that are empty left out; values outside count in the outermost. */
export function histogram(values: ArrayLike<number>, { domain: [low, high], bins }: HistogramOptions): Bar[] {
  const shares = new Float64Array(bins);
  const width = (high - low) / bins;
  for (let at = 0; at < values.length; at++) {
    shares[Math.min(bins - 1, Math.max(0, Math.floor((values[at] - low) / width)))] += 1 / values.length;
  }
  return Array.from(shares, (share, bin) => ({
    from: low + bin * width,
    to: low + (bin + 1) * width,
    share,
  })).filter(({ share }) => share > 0);
}
