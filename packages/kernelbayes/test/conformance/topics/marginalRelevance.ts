import { marginalRelevance } from "../../../src/evaluate/marginalRelevance.ts";
import { fromRows } from "../../../src/matrix/row.ts";

/** Case `marginal` of the relevance: how far apart the classes lie in each column. */
export function relevanceOfColumns({ X, classes }: { readonly X: number[][]; readonly classes: number[] }): unknown {
  return { relevance: marginalRelevance(fromRows(X), classes) };
}
