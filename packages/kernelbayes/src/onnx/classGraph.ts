import type { GraphBuilder, Value } from "./graphBuilder.ts";

/**
 * What a model says of the rows of a graph: scores, a column a class, of which the probabilities are the softmax; and the class
 * numbers (int64, a list) where the model decides by another rule than the most probable class.
 */
export interface ClassGraph {
  readonly scores: Value;
  readonly decisions?: Value | undefined;
}

/** Probabilities as scores; in exact arithmetic every class keeps some. */
export function scoresOfProbabilities(graph: GraphBuilder, probabilities: Value): Value {
  return graph.node("Log", [graph.node("Max", [probabilities, graph.number(1e-300)])]);
}
