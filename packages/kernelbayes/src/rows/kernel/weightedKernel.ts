import type { Engine } from "../../engine/engine.ts";
import type { Matrix } from "../../engine/matrix.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { ownVariances } from "./kernelOnRows.ts";

/** The kernel on rows that stand for copies: the mean of w copies keeps the w-th part of what a row has for itself. */
export function weightedKernel(
  engine: Engine,
  kernel: Kernel,
  { X, weights }: { readonly X: Matrix; readonly weights: Float64Array },
): { readonly K: Matrix; readonly own: Float64Array } {
  const n = X.rows;
  const K = kernel.matrix(engine, X);
  const own = ownVariances(kernel, X);
  own.forEach((eta, i) => (K.data[i * n + i] -= eta * (1 - 1 / weights[i])));
  return { K, own };
}
