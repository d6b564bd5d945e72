export function minus(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((entry, j) => entry - b[j]);
}

export function negated(a: Float64Array): Float64Array {
  return a.map((entry) => -entry);
}

/** a + factor · b. */
export function plusScaled(a: Float64Array, factor: number, b: Float64Array): Float64Array {
  return a.map((entry, j) => entry + factor * b[j]);
}
