import type { Matrix } from "../engine/matrix.ts";
import type { Kernel, KernelDocument } from "../kernels/kernel.ts";
import { sourceRelevance } from "./sourceRelevance.ts";

/**
 * How much each source column counts in a Gaussian kernel with a length scale a column, as shares of one: the relevance of
 * `sourceRelevance` with the column weights 1/ℓ². `groups[l]` is the number of the source column of encoded column l; the
 * shares are in the order of first appearance. The Gaussian kernel may be scaled, and may be a term of a sum in which no other
 * term looks at columns. Undefined for other kernels.
 */
export function columnShares(
  kernel: Kernel,
  X: Matrix,
  weights: Float64Array,
  groups: readonly number[],
): Float64Array | undefined {
  const { kind, lengthScale, relevance } = gaussianIn(kernel.toDocument());
  if (kind !== "gaussian" || relevance !== "each" || !Array.isArray(lengthScale)) return undefined;
  const numbers = [...new Set(groups)];
  const columnWeights = groups.map((group) => 1 / Number(lengthScale[numbers.indexOf(group)]) ** 2);
  return sourceRelevance(X, columnWeights, groups, weights).shares;
}

/** What is left of a kernel without its scale, and without terms that are the same for all rows or for none but themselves. */
function gaussianIn(document: KernelDocument): KernelDocument {
  if (document.kind === "scale") return gaussianIn(document.kernel as KernelDocument);
  if (document.kind !== "sum") return document;
  const others = (document.terms as KernelDocument[]).filter(({ kind }) => kind !== "constant" && kind !== "nugget");
  return others.length === 1 ? gaussianIn(others[0]) : document;
}
