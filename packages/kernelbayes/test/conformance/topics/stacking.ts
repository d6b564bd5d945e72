import { stacked } from "../../../src/evaluate/combine/stack.ts";
import { stackingWeights } from "../../../src/evaluate/combine/stackingWeights.ts";
import { elpd, elpdDifference } from "../../../src/evaluate/elpd.ts";
import { column, fromRows } from "../../../src/matrix/row.ts";

/** Prediction and comparison, section 1.9: weights of a stack, converged far beyond the usual. */
export function stacking({ logDensity }: { readonly logDensity: number[][] }): unknown {
  const table = fromRows(logDensity);
  const densities = Array.from({ length: table.columns }, (_, m) => column(table, m));
  const exact = { tolerance: 1e-14, maxUpdates: 1_000_000 };
  const { weights } = stackingWeights(densities, exact);
  const members = densities.map((one) => fromRows(Array.from(one, (log) => [log])));
  const { difference, standardError } = elpdDifference(densities[0], densities[1]);
  return {
    weightsFlat: stackingWeights(densities, { ...exact, pseudoCount: 0 }).weights,
    weights,
    score: elpd(stacked(weights, members).data).total,
    difference01: difference,
    standardErrorDifference01: standardError,
  };
}
