import type { Matrix } from "../engine/matrix.ts";
import type { Kernel, KernelDocument } from "../kernels/kernel.ts";

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

/** How much each source column counts, in the order in which the sources first appear. */
interface SourceRelevance {
  /** What the source adds to the mean squared distance of two training rows. */
  readonly relevance: Float64Array;
  /** The same as shares of one; all 0 where nothing adds anything. */
  readonly shares: Float64Array;
}

/**
 * Column weights of a kernel that sees encoded columns, folded back to the columns of the table. Two training rows drawn at
 * random have the mean squared distance Σₗ wₗ · 2 Var(xₗ), and a source column is worth what its encoded columns (the levels
 * of a category, an indicator of missing values) add to it. It does not depend on the units of the encoded columns.
 *
 * `sources[l]` is the number of the source of encoded column l; rows count by their weights.
 */
export function sourceRelevance(
  X: Matrix,
  columnWeights: ArrayLike<number>,
  sources: readonly number[],
  rowWeights: Float64Array,
): SourceRelevance {
  const numbers = [...new Set(sources)];
  const relevance = new Float64Array(numbers.length);
  sources.forEach((source, column) => {
    relevance[numbers.indexOf(source)] += columnWeights[column] * 2 * weightedVariance(X, column, rowWeights);
  });
  const total = relevance.reduce((sum, value) => sum + value, 0);
  return { relevance, shares: relevance.map((value) => (total > 0 ? value / total : 0)) };
}

function weightedVariance({ data, columns }: Matrix, column: number, weights: Float64Array): number {
  const total = weights.reduce((sum, w) => sum + w, 0);
  const mean = weights.reduce((sum, w, i) => sum + w * data[i * columns + column], 0) / total;
  return weights.reduce((sum, w, i) => sum + w * (data[i * columns + column] - mean) ** 2, 0) / total;
}
