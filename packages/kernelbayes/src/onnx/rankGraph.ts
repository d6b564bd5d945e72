import { matrix } from "../engine/matrix.ts";
import type { GraphBuilder, Value } from "./graphBuilder.ts";
import { asNumbers } from "./steps.ts";

/**
 * The place of a column of numbers among known values, √12 ((#{< x} + #{≤ x})/(2n) − ½): `counts` says how many rows have at most
 * each value.
 */
export function rankGraph(
  graph: GraphBuilder,
  column: Value,
  values: ArrayLike<number>,
  counts: ArrayLike<number>,
): Value {
  const V = values.length;
  const total = counts[V - 1];
  const shares = Float64Array.from(
    { length: V },
    (_, v) => (Math.sqrt(12) * (counts[v] - (v > 0 ? counts[v - 1] : 0))) / (2 * total),
  );
  const known = graph.row(values);
  const below = asNumbers(graph, graph.node("Less", [known, column]));
  const above = asNumbers(graph, graph.node("Less", [column, known]));
  // √12 (Σ share ([v < x] + 1 − [v > x]) − ½), where the shares sum to ½.
  return graph.node("MatMul", [graph.node("Sub", [below, above]), graph.matrix(matrix(V, 1, shares))]);
}
