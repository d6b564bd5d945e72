import type { Kernel } from "../../../kernels/kernel.ts";
import type { KernelTerm } from "../../../kernels/parts/kernelTerms.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import type { SummedKernel } from "../../../posterior/latentExpansion.ts";
import { inMetric, type Metric } from "./shapedKernel.ts";

/**
 * The kernel k(Mx, Mz) of rows as they are, where k has them in the metric M. With a number for each column it comes apart where k does:
 * its factors are those of the columns times their numbers. With a matrix each factor would see all columns, and it does not come apart.
 */
export function seenKernel(kernel: Kernel, metric: Metric): SummedKernel {
  const { scales, projection } = metric;
  const seen = (x: ArrayLike<number>): ArrayLike<number> =>
    projection ? projected(projection, x) : scales ? scaledRow(scales, x) : x;
  return {
    evaluate: (x, z, same) => kernel.evaluate(seen(x), seen(z), same),
    cross: (engine, X, Z, options) =>
      kernel.cross(engine, inMetric(engine, metric, X), inMetric(engine, metric, Z), options),
    terms: (columns) =>
      projection ? undefined : kernel.terms?.(columns)?.map((term) => (scales ? scaledColumns(term, scales) : term)),
  };
}

function projected({ data, rows, columns }: Matrix, x: ArrayLike<number>): Float64Array {
  const result = new Float64Array(columns);
  for (let j = 0; j < rows; j++) for (let k = 0; k < columns; k++) result[k] += x[j] * data[j * columns + k];
  return result;
}

function scaledRow(scales: Float64Array, x: ArrayLike<number>): Float64Array {
  const result = new Float64Array(scales.length);
  for (let j = 0; j < scales.length; j++) result[j] = scales[j] * x[j];
  return result;
}

function scaledColumns(term: KernelTerm, scales: Float64Array): KernelTerm {
  if (term.kind === "linear") {
    return { kind: "linear", weights: term.weights.map((weight, j) => weight * scales[j] ** 2) };
  }
  return {
    ...term,
    columns: term.columns.filter((j) => scales[j] !== 0),
    factor: (j, x, z) => term.factor(j, scales[j] * x, scales[j] * z),
  };
}
