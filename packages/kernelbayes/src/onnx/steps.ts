import type { GraphBuilder, Value } from "./graphBuilder.ts";

/** Steps that are taken often. All matrices have a row for each row of the table. */

/** The sums over the columns, as a column. */
export function rowSums(graph: GraphBuilder, matrix: Value): Value {
  return graph.node("ReduceSum", [matrix, graph.integers([1])], { keepdims: 1 });
}

/** The squared norm of every row, as a column. */
export function squaredNorms(graph: GraphBuilder, matrix: Value): Value {
  return rowSums(graph, graph.node("Mul", [matrix, matrix]));
}

/** Some of the columns, in the order given. */
export function pickColumns(graph: GraphBuilder, matrix: Value, columns: readonly number[]): Value {
  return graph.node("Gather", [matrix, graph.integers(columns)], { axis: 1 });
}

/** Matrices side by side. */
export function beside(graph: GraphBuilder, parts: readonly Value[]): Value {
  return parts.length === 1 ? parts[0] : graph.node("Concat", parts, { axis: 1 });
}

/** 1 where a condition holds and 0 where it does not. */
export function asNumbers(graph: GraphBuilder, condition: Value): Value {
  return graph.node("Cast", [condition], { to: 11 });
}

/** Log odds of the second of two classes as scores of both: of half the size, with opposite signs. */
export function oddsScores(graph: GraphBuilder, logits: Value): Value {
  return graph.node("Mul", [logits, graph.row([-0.5, 0.5])]);
}

/** Numbers within bounds. */
export function within(graph: GraphBuilder, value: Value, least: number, most: number): Value {
  return graph.node("Min", [graph.node("Max", [value, graph.number(least)]), graph.number(most)]);
}

/** Rows divided by their sums. */
export function normalized(graph: GraphBuilder, values: Value): Value {
  return graph.node("Div", [values, rowSums(graph, values)]);
}

/** The column of the second class of each of several two-class machines, from their scores. */
export function machineProbabilities(graph: GraphBuilder, scores: readonly Value[]): Value {
  return beside(
    graph,
    scores.map((each) => pickColumns(graph, graph.node("Softmax", [each], { axis: 1 }), [1])),
  );
}

/** A value times a number. */
export function times(graph: GraphBuilder, value: Value, factor: number): Value {
  return factor === 1 ? value : graph.node("Mul", [value, graph.number(factor)]);
}

/** log Σ exp of the columns, as a column. */
export function logSumExp(graph: GraphBuilder, terms: Value): Value {
  const largest = graph.node("ReduceMax", [terms], { axes: [1], keepdims: 1 });
  const sum = rowSums(graph, graph.node("Exp", [graph.node("Sub", [terms, largest])]));
  return graph.node("Add", [graph.node("Log", [sum]), largest]);
}
