import type { Posterior } from "kernelbayes";
import { kernelOf } from "./kernelOf.ts";
import type { ColumnWeight } from "./relevanceChart.ts";

/**
 * The weight wⱼ that the kernel of a posterior gives each column of the table, scaled to mean 1: `relevance` of a composite
 * kernel, 1/ℓⱼ² of length scales. Undefined for a posterior without one kernel, or whose kernel has not just one set of weights.
 *
 * @example relevanceChart(columnRelevance(posterior) ?? [])
 */
export function columnRelevance(posterior: Posterior): ColumnWeight[] | undefined {
  const kernel = kernelOf(posterior);
  if (!kernel) return undefined;
  const weights = new Map<number, number>();
  const sets = new Set<string>();
  for (const { name, value } of kernel.parameters) {
    const [, set, column] = /^(.*(?:relevance|lengthScale))\[(\d+)\]$/.exec(name) ?? [];
    if (set === undefined) continue;
    sets.add(set);
    weights.set(Number(column), set.endsWith("relevance") ? value : value ** -2);
  }
  if (sets.size !== 1) return undefined;
  const { columns } = posterior.encoding;
  const mean = Array.from(weights.values()).reduce((sum, weight) => sum + weight, 0) / columns.length;
  // A weight of 0 is not listed among the parameters.
  return columns.map(({ name }, column) => ({ name, weight: (weights.get(column) ?? 0) / mean }));
}
