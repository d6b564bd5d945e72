import { marginalRelevance } from "kernelbayes/evaluate";
import { columnGroups, encode } from "kernelbayes/table";
import type { Findings } from "./findings.ts";
import { learnedWeights } from "./learnedWeights.ts";

/** Columns by how much they matter, and how that was found. */
export interface ColumnRanking {
  readonly by: "permutation" | "weights" | "marginal";
  /** The most relevant first. */
  readonly columns: readonly { readonly name: string; readonly value: number }[];
}

/** By permutations where these were made, else by the weights of the kernel, else by each column for itself. */
export function columnRanking({ input, posterior, training }: Findings): ColumnRanking {
  const sorted = (columns: readonly { readonly name: string; readonly value: number }[]) =>
    columns.toSorted((a, b) => (a.value === b.value ? 0 : b.value - a.value));
  if (input.relevance) {
    return {
      by: "permutation",
      columns: sorted(input.relevance.columns.map(({ column, mean }) => ({ name: column, value: mean }))),
    };
  }
  const weights = learnedWeights(posterior);
  if (weights) return { by: "weights", columns: sorted(weights.map(({ name, weight }) => ({ name, value: weight }))) };
  const { encoding } = posterior;
  const relevance = marginalRelevance(encode(encoding, training), posterior.training.classes, {
    groups: columnGroups(encoding),
    ...(posterior.training.weights && { weights: posterior.training.weights }),
  });
  return { by: "marginal", columns: sorted(encoding.columns.map(({ name }, j) => ({ name, value: relevance[j] }))) };
}
