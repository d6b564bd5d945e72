import type { Matrix } from "../../engine/matrix.ts";
import type { Kernel } from "../../kernels/kernel.ts";

/**
 * How much each source column counts in a Gaussian kernel with a length scale a column, as shares of one: encoded column l
 * adds 2 Var(x_l)/ℓ_l² to the mean squared distance of two training rows, and a source column what its encoded columns add.
 * `groups[l]` is the number of the source column of encoded column l; the shares are in the order of first appearance.
 * Undefined for other kernels.
 */
export function columnShares(
  kernel: Kernel,
  X: Matrix,
  weights: Float64Array,
  groups: readonly number[],
): Float64Array | undefined {
  const { lengthScale, relevance } = kernel.toDocument();
  if (kernel.kind !== "gaussian" || relevance !== "each" || !Array.isArray(lengthScale)) return undefined;
  const numbers = [...new Set(groups)];
  const shares = new Float64Array(numbers.length);
  groups.forEach((group, column) => {
    const at = numbers.indexOf(group);
    shares[at] += weightedVariance(X, column, weights) / Number(lengthScale[at]) ** 2;
  });
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => share / total);
}

function weightedVariance({ data, columns }: Matrix, column: number, weights: Float64Array): number {
  const total = weights.reduce((sum, w) => sum + w, 0);
  const mean = weights.reduce((sum, w, i) => sum + w * data[i * columns + column], 0) / total;
  return weights.reduce((sum, w, i) => sum + w * (data[i * columns + column] - mean) ** 2, 0) / total;
}
