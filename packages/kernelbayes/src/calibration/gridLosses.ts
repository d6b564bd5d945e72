import { log1pExp } from "../numeric/logSumExp.ts";
import { priorValue, type IncreasingRegression } from "./fitIncreasing.ts";

/** Steps along a direction: `count` of them from `first` on, `step` apart. */
export interface GridAxis {
  readonly direction: Float64Array;
  readonly first: number;
  readonly step: number;
  readonly count: number;
}

/** The exponential of more is not far from the ends of the range of numbers. */
const farthest = 600;

/** Rows whose e is below −40 all along a line lose nothing that a sum in double precision could show. */
const settled = -40;

/** Products are turned into logarithms before they come near the end of the range. */
const largeProduct = 1e100;

/**
 * What curves on a grid around a point lose, as `increasingValue` has it; the steps of the last axis follow each other. Along a line each row's e^(±e) grows by a factor
 * of its own, so a curve costs a multiplication for each row and a few logarithms, instead of an exponential and a logarithm for each.
 */
export function gridLosses(
  regression: IncreasingRegression,
  point: Float64Array,
  axes: readonly GridAxis[],
): Float64Array {
  const rows = signedRows(regression);
  const losses = new Float64Array(axes.reduce((product, { count }) => product * count, 1));
  const inner = axes[axes.length - 1];
  const along = rows.sumsAt(inner.direction.map((each) => inner.step * each));
  const starts = axes
    .slice(0, -1)
    .reduce<Float64Array[]>((places, axis) => places.flatMap((place) => placesOn(axis, place)), [point]);
  starts.forEach((start, at) => {
    const line = losses.subarray(at * inner.count, (at + 1) * inner.count);
    const first = start.map((each, j) => each + inner.first * inner.direction[j]);
    softplusOnLine(line, rows.sumsAt(first), along, rows.weights);
    placesOn(inner, start).forEach((place, k) => (line[k] += rows.linearAt(place) + priorValue(regression, place)));
  });
  return losses;
}

/** The places of an axis through another place, in order. */
export function placesOn({ direction, first, step, count }: GridAxis, place: Float64Array): Float64Array[] {
  return Array.from({ length: count }, (_, k) => place.map((each, j) => each + (first + k * step) * direction[j]));
}

/**
 * Rows by softplus(e) − y e = softplus(±e) + r e, with the sign that makes r small, at most ½ in size and 0 for labels: the second parts of all rows are one linear function.
 */
interface SignedRows {
  /** ± e at each row that counts. */
  sumsAt(coefficients: Float64Array): Float64Array;
  /** Σ w r e. */
  linearAt(coefficients: Float64Array): number;
  /** Absent where all are 1. */
  readonly weights: Float64Array | undefined;
}

function signedRows({ functions, targets, weights }: IncreasingRegression): SignedRows {
  const counted = Int32Array.from(weights.keys()).filter((row) => weights[row] !== 0);
  const own = Float64Array.from(counted, (row) => weights[row]);
  const signed = functions.map((values) =>
    Float64Array.from(counted, (row) => (targets[row] >= 0.5 ? -values[row] : values[row])),
  );
  const linear = functions.map((values) =>
    counted.reduce(
      (sum, row) => sum + weights[row] * (targets[row] >= 0.5 ? 1 - targets[row] : -targets[row]) * values[row],
      0,
    ),
  );
  return {
    sumsAt(coefficients) {
      const sums = new Float64Array(counted.length);
      signed.forEach((values, j) => addScaled(sums, values, coefficients[j]));
      return sums;
    },
    linearAt: (coefficients) => linear.reduce((sum, each, j) => sum + each * coefficients[j], 0),
    weights: own.every((weight) => weight === 1) ? undefined : own,
  };
}

function addScaled(sums: Float64Array, values: Float64Array, factor: number): void {
  for (let row = 0; row < sums.length; row++) sums[row] += factor * values[row];
}

/** Adds Σ w softplus(e + k · along) to the k-th entry of a line. */
function softplusOnLine(
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
