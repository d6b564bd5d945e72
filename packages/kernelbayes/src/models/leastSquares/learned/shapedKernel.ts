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
  const all =
    shape === "l1" ? absoluteDistances(some) : engine.squaredDistances(some).data.map((squared) => Math.sqrt(squared));
  const pairs = all.filter((_, at) => at % count < Math.floor(at / count)).toSorted();
  const median = pairs[pairs.length >> 1] ?? 0;
  return median > 0 ? median : (pairs.find((distance) => distance > 0) ?? 1);
}

function absoluteDistances({ data, rows, columns: p }: Matrix): Float64Array {
  const result = new Float64Array(rows * rows);
  for (let a = 0; a < rows; a++) {
    for (let b = 0; b < a; b++) {
      let sum = 0;
      for (let j = 0; j < p; j++) sum += Math.abs(data[a * p + j] - data[b * p + j]);
      result[a * rows + b] = sum;
    }
  }
  return result;
}
