import { log1pExp } from "./logSumExp.ts";

/** The exponential of more is not far from the ends of the range of numbers. */
const farthest = 600;

/** Rows whose e is below −40 all along a line lose nothing that a sum in double precision could show. */
const settled = -40;

/** Products are turned into logarithms before they come near the end of the range. */
const largeProduct = 1e100;

/**
 * Adds Σ w softplus(e + k · along) to the k-th entry of a line; weights are absent where all are 1. Each e^e grows by a factor of its own along the line, so an
 * entry costs a multiplication for each e and a few logarithms, instead of an exponential and a logarithm for each.
 */
export function addSoftplusOnLine(
  line: Float64Array,
  e: Float64Array,
  along: Float64Array,
  weights: Float64Array | undefined,
): void {
  const factors = new Float64Array(e.length);
  const exponentials = new Float64Array(e.length);
  if (!powersOf(exponentials, factors, e, along, line.length - 1)) {
    for (let k = 0; k < line.length; k++) line[k] += plainSum(e, along, k, weights);
    return;
  }
  for (let k = 0; k < line.length; k++) {
    line[k] += weights ? weightedLogs(exponentials, factors, weights) : logOfProduct(exponentials, factors);
  }
}

/** Writes e^e and the factor of a step for each row; false where one would leave the range of numbers on the way. */
function powersOf(
  exponentials: Float64Array,
  factors: Float64Array,
  e: Float64Array,
  along: Float64Array,
  steps: number,
): boolean {
  for (let row = 0; row < e.length; row++) {
    const last = e[row] + steps * along[row];
    if (e[row] < settled && last < settled) continue;
    if (!(Math.abs(e[row]) < farthest && Math.abs(last) < farthest)) return false;
    exponentials[row] = Math.exp(e[row]);
    factors[row] = Math.exp(along[row]);
  }
  return true;
}

/** Σ log(1 + x); then each x grows by its factor. */
function logOfProduct(x: Float64Array, factors: Float64Array): number {
  let [sum, product] = [0, 1];
  for (let row = 0; row < x.length; row++) {
    const own = x[row];
    x[row] = own * factors[row];
    if (own > largeProduct) {
      sum += Math.log(own);
      continue;
    }
    product *= 1 + own;
    if (product > largeProduct) {
      sum += Math.log(product);
      product = 1;
    }
  }
  return sum + Math.log(product);
}

function weightedLogs(x: Float64Array, factors: Float64Array, weights: Float64Array): number {
  let sum = 0;
  for (let row = 0; row < x.length; row++) {
    sum += weights[row] * Math.log1p(x[row]);
    x[row] *= factors[row];
  }
  return sum;
}

function plainSum(e: Float64Array, along: Float64Array, k: number, weights: Float64Array | undefined): number {
  let sum = 0;
  for (let row = 0; row < e.length; row++) sum += (weights ? weights[row] : 1) * log1pExp(e[row] + k * along[row]);
  return sum;
}
