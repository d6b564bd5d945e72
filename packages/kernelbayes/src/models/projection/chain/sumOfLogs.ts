/** Numbers beyond the first are not multiplied, and products not beyond the second, so that none overflows. */
const [largestFactor, largestProduct] = [1e50, 1e250];

/** Σ ln x of numbers of at least 1: one logarithm of a product of many takes a small part of the time of many. */
export function sumOfLogs(values: Float64Array): number {
  let sum = 0;
  let product = 1;
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    if (value < largestFactor) product *= value;
    else sum += Math.log(value);
    if (product < largestProduct) continue;
    sum += Math.log(product);
    product = 1;
  }
  return sum + Math.log(product);
}
