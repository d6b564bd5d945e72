import type { Matrix } from "../../engine/matrix.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { sourceRelevance } from "../sourceRelevance.ts";

/**
 * How much each source column counts in a Gaussian kernel with a length scale a column, as shares of one: the relevance of
 * `sourceRelevance` with the column weights 1/ℓ². `groups[l]` is the number of the source column of encoded column l; the
 * shares are in the order of first appearance. Undefined for other kernels.
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
  const columnWeights = groups.map((group) => 1 / Number(lengthScale[numbers.indexOf(group)]) ** 2);
  return sourceRelevance(X, columnWeights, groups, weights).shares;
}
