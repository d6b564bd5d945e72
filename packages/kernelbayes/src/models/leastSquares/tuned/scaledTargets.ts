import { matrix, type Matrix } from "../../../engine/matrix.ts";
import type { Bias } from "../canonical/bias.ts";

/** The weighted mean t̄ of the targets of each machine where the bias is free, otherwise 0. */
export function centersOf(targets: readonly Float64Array[], rootWeights: Float64Array, bias: Bias): Float64Array {
  if (bias !== "free") return new Float64Array(targets.length);
  let total = 0;
  for (let i = 0; i < rootWeights.length; i++) total += rootWeights[i] ** 2;
  return Float64Array.from(targets, (values) => {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += rootWeights[i] ** 2 * values[i];
    return sum / total;
  });
}

/** t̃ = √w (t − t̄) of the rows from `start` up to but without `end`, a column for each machine. */
export function scaledTargets(
  targets: readonly Float64Array[],
  centers: Float64Array,
  rootWeights: Float64Array,
  start = 0,
  end: number = rootWeights.length,
): Matrix {
  const M = targets.length;
  const scaled = matrix(end - start, M);
  targets.forEach((values, m) => {
    for (let i = start; i < end; i++) scaled.data[(i - start) * M + m] = rootWeights[i] * (values[i] - centers[m]);
  });
  return scaled;
}
