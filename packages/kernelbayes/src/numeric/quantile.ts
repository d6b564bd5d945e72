/**
 * The q-quantile of the values, 0 ≤ q ≤ 1, interpolated linearly between order statistics (type 7 of Hyndman & Fan 1996, the
 * default of R and NumPy). The values may come in any order and are not changed. NaN for no values, for a NaN among them, and
 * for q outside [0, 1].
 */
export function quantile(values: ArrayLike<number>, q: number): number {
  return quantileOfSorted(Float64Array.from(values).toSorted(), q);
}

/** The same for values that are already in ascending order (a NaN, if any, last). */
export function quantileOfSorted(sorted: ArrayLike<number>, q: number): number {
  const last = sorted.length - 1;
  if (!(last >= 0 && q >= 0 && q <= 1) || Number.isNaN(sorted[last])) return NaN;
  const position = last * q;
  const index = Math.min(Math.floor(position), Math.max(last - 1, 0));
  const fraction = position - index;
  const below = sorted[index];
  if (fraction === 0) return below; // also keeps ∞ − ∞ out
  const above = sorted[index + 1];
  return below === above ? below : below + fraction * (above - below);
}
