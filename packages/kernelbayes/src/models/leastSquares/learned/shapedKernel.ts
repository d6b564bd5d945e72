import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { gaussian } from "../../../kernels/gaussian.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { l1 } from "../../../kernels/l1.ts";
import { matern } from "../../../kernels/matern.ts";

/** The shapes of the kernel: smooth, rough with one derivative, or following steps. */
export type MetricShape = "gaussian" | "matern" | "l1";

/** What distances are measured by: each column times a number, or the columns times a matrix. Absent: as they are. */
export interface Metric {
  readonly scales?: Float64Array | undefined;
  readonly projection?: Matrix | undefined;
}

/** Rows as the metric sees them. */
export function inMetric(engine: Engine, { scales, projection }: Metric, X: Matrix): Matrix {
  if (projection) return engine.multiply(X, projection);
  if (!scales) return X;
  return { ...X, data: X.data.map((value, at) => value * scales[at % X.columns]) };
}

/** exp(−½D²/L²), (1 + √3 D/L) exp(−√3 D/L) or exp(−D₁/L), D the distance of rows that are in the metric already. */
export function kernelInMetric(shape: MetricShape, length: number): Kernel {
  if (shape === "l1") return l1({ weight: 1 / length });
  return shape === "gaussian" ? gaussian({ lengthScale: length }) : matern({ smoothness: 1.5, lengthScale: length });
}

/**
 * Distances of rows that are in the metric, of which only those on and below the diagonal count: squared, of an L1 kernel sums of absolute differences. One
 * such matrix serves kernels of all lengths.
 */
export function distancesInMetric(engine: Engine, shape: MetricShape, U: Matrix): Matrix {
  if (shape !== "l1") return engine.squaredDistances(U);
  return engine.absoluteDistances?.(U, undefined, new Float64Array(U.columns).fill(1)) ?? absoluteDistances(U);
}

/** The lower triangle of the matrix of `kernelInMetric`, from distances and into a matrix of their shape. */
export function kernelOfDistances(shape: MetricShape, length: number, D: Matrix, into: Matrix): Matrix {
  const value = valueOfDistance(shape, length);
  const n = D.rows;
  for (let i = 0; i < n; i++) {
    for (let at = i * n, end = at + i; at < end; at++) into.data[at] = value(D.data[at]);
    into.data[i * n + i] = 1;
  }
  return into;
}

function valueOfDistance(shape: MetricShape, length: number): (distance: number) => number {
  if (shape === "l1") return (sum) => Math.exp(-sum / length);
  if (shape === "gaussian") return (squared) => Math.exp((-0.5 * squared) / length ** 2);
  const factor = 3 / length ** 2;
  return (squared) => {
    const rho = Math.sqrt(factor * squared);
    const decay = Math.exp(-rho);
    return decay === 0 ? 0 : (1 + rho) * decay;
  };
}

/** Rows whose distances the median is taken of, at most. */
const medianRows = 400;

/** The median distance of two rows that are in the metric, from rows all over the table. */
export function medianDistance(engine: Engine, shape: MetricShape, U: Matrix): number {
  const count = Math.min(U.rows, medianRows);
  const some = matrix(count, U.columns);
  for (let i = 0; i < count; i++) {
    const from = Math.floor(((i + 0.5) * U.rows) / count);
    some.data.set(U.data.subarray(from * U.columns, (from + 1) * U.columns), i * U.columns);
  }
  const { data } = distancesInMetric(engine, shape, some);
  const pairs = new Float64Array((count * (count - 1)) / 2);
  for (let i = 1, at = 0; i < count; at += i++) pairs.set(data.subarray(i * count, i * count + i), at);
  pairs.sort();
  const median = pairs[pairs.length >> 1] ?? 0;
  const found = median > 0 ? median : pairs.find((distance) => distance > 0);
  if (found === undefined) return 1;
  return shape === "l1" ? found : Math.sqrt(found);
}

function absoluteDistances({ data, rows, columns: p }: Matrix): Matrix {
  const result = matrix(rows, rows);
  for (let a = 0; a < rows; a++) {
    for (let b = 0; b < a; b++) {
      let sum = 0;
      for (let j = 0; j < p; j++) sum += Math.abs(data[a * p + j] - data[b * p + j]);
      result.data[a * rows + b] = sum;
    }
  }
  return result;
}
