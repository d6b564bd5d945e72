import type { ComponentProjection } from "./componentProjection.ts";

/** The share of the total variance that the first component explains, that the first two explain, and so on. */
export function explainedShares({
  eigenvalues,
  total,
}: Pick<ComponentProjection, "eigenvalues" | "total">): Float64Array {
  let sum = 0;
  return eigenvalues.map((value) => (sum += value) / total);
}
