import type { GraphBuilder, Value } from "./graphBuilder.ts";

/** The logarithms of a probability that rises with a number, and of its complement. */
export interface Tails {
  readonly upper: Value;
  readonly lower: Value;
}

/** Both sides from the smaller one, `small`, the logarithm of the probability at −|z|, and from the sign of z. */
export function bothTails(graph: GraphBuilder, z: Value, small: Value): Tails {
  const large = graph.node("Log", [graph.node("Sub", [graph.number(1), graph.node("Exp", [small])])]);
  const isNegative = graph.node("Less", [z, graph.number(0)]);
  return {
    upper: graph.node("Where", [isNegative, small, large]),
    lower: graph.node("Where", [isNegative, large, small]),
  };
}
