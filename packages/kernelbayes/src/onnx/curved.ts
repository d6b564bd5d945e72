import type { GraphBuilder, Value } from "./graphBuilder.ts";

/** slope · score + offset, the curve that makes probabilities of scores. */
export function curved(
  graph: GraphBuilder,
  scores: Value,
  { slope, offsets }: { readonly slope: number; readonly offsets: Float64Array },
): Value {
  return graph.node("Add", [graph.node("Mul", [scores, graph.number(slope)]), graph.row(offsets)]);
}
