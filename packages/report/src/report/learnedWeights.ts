import type { Posterior } from "kernelbayes";
import { columnRelevance } from "../charts/columnRelevance.ts";
import type { ColumnWeight } from "../charts/relevanceChart.ts";

/** The weights that a kernel has learned for its columns; none where it has none, or gives all columns the same. */
export function learnedWeights(posterior: Posterior): ColumnWeight[] | undefined {
  const weights = columnRelevance(posterior);
  const isLearned = weights?.some(({ weight }) => Math.abs(weight - weights[0].weight) > 1e-6 * weights[0].weight);
  return isLearned ? weights : undefined;
}
