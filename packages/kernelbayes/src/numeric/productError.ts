/**
 * What the rounding of a · b to `product` left over: a · b = product + productError exactly, unless a part overflows or
 * underflows (Dekker 1971, with Veltkamp's splitting into halves of 26 bits).
 */
export function productError(a: number, b: number, product: number): number {
  const aHigh = upperHalf(a);
  const bHigh = upperHalf(b);
  const aLow = a - aHigh;
  const bLow = b - bHigh;
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}

/** What the rounding of a + b to `sum` left over: a + b = sum + sumError exactly (Knuth). */
export function sumError(a: number, b: number, sum: number): number {
  const bPart = sum - a;
  return a - (sum - bPart) + (b - bPart);
}

function upperHalf(a: number): number {
  const shifted = 134217729 * a; // 2²⁷ + 1
  return shifted - (shifted - a);
}
