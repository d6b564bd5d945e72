/** Every number times a factor, in memory that nobody else holds. */
export function timesInPlace(values: Float64Array, factor: number): Float64Array {
  if (factor === 1) return values;
  for (let at = 0; at < values.length; at++) values[at] *= factor;
  return values;
}
