/** Σ (aᵢ − bᵢ)². */
export function squaredDistance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] - b[at]) * (a[at] - b[at]);
  return sum;
}
