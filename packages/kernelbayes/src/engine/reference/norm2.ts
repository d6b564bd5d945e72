/** √(Σ xᵢ²), without overflow or underflow on the way. */
export function norm2(x: Float64Array): number {
  let sum = 0;
  for (const value of x) sum += value * value;
  if (sum > 1e-280 && sum < 1e300) return Math.sqrt(sum); // squares that underflowed are too small to be seen here
  const scale = powerOfTwoNear(largestMagnitude(x));
  if (scale === 0 || !Number.isFinite(scale)) return scale;
  sum = 0;
  for (const value of x) sum += (value / scale) ** 2;
  return scale * Math.sqrt(sum);
}

/** √(a² + b²), without overflow or underflow on the way. */
export function hypotenuse(a: number, b: number): number {
  const larger = Math.max(Math.abs(a), Math.abs(b));
  const smaller = Math.min(Math.abs(a), Math.abs(b));
  return larger === 0 ? 0 : larger * Math.sqrt(1 + (smaller / larger) ** 2);
}

/** The largest absolute value: 0 without values, NaN if there is one. */
export function largestMagnitude(x: Float64Array): number {
  let largest = 0;
  for (const value of x) largest = Math.max(largest, Math.abs(value));
  return largest;
}

/**
 * The power of two next to a positive number, for scaling without rounding errors. It stays within 2^±1000, so that its
 * reciprocal exists. Zero, NaN and infinity are returned as they are.
 */
export function powerOfTwoNear(value: number): number {
  if (value === 0 || !Number.isFinite(value)) return value;
  return 2 ** Math.max(-1000, Math.min(1000, Math.round(Math.log2(value))));
}
