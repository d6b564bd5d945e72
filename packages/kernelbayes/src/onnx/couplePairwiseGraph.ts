import { matrix } from "../engine/matrix.ts";
import type { GraphBuilder, Value } from "./graphBuilder.ts";
import { normalized, rowSums, within } from "./steps.ts";

/** Probabilities of pairs are kept this far from 0 and 1, as in the library. */
const MARGIN = 1e-7;

/**
 * Couples pairwise probabilities P(first | first or second), a column for each pair of classes in their order, by the second method
 * of Wu, Lin and Weng (`wuLinWeng`): p ∝ (Q + t11ᵀ)⁻¹1, which is solved by elimination, a class at a time, in all rows at once.
 */
export function couplePairwiseGraph(graph: GraphBuilder, probabilities: Value, classes: number): Value {
  const r = within(graph, probabilities, MARGIN, 1 - MARGIN);
  const other = graph.node("Sub", [graph.number(1), r]);
  const C = classes;
  const pairs = Array.from({ length: C }, (_, first) => first).flatMap((first) =>
    Array.from({ length: C - first - 1 }, (_, next) => ({ first, second: first + 1 + next })),
  );
  const M = pairs.length;
  const spread = { first: matrix(M, C), second: matrix(M, C), mixed: matrix(M, C * C), diagonal: matrix(C, C * C) };
  pairs.forEach(({ first, second }, m) => {
    spread.first.data[m * C + first] = 1;
    spread.second.data[m * C + second] = 1;
    for (const at of [first * C + second, second * C + first]) spread.mixed.data[m * C * C + at] = -1;
  });
  for (let c = 0; c < C; c++) spread.diagonal.data[c * C * C + c * C + c] = 1;
  const product = (left: Value, right: Value): Value => graph.node("MatMul", [left, right]);
  const square = (value: Value): Value => graph.node("Mul", [value, value]);
  const diagonal = graph.node("Add", [
    product(square(other), graph.matrix(spread.first)),
    product(square(r), graph.matrix(spread.second)),
  ]);
  const mixed = product(graph.node("Mul", [r, other]), graph.matrix(spread.mixed));
  const Q = graph.node("Add", [mixed, product(diagonal, graph.matrix(spread.diagonal))]);
  const level = graph.node("Mul", [rowSums(graph, diagonal), graph.number(1 / C)]);
  const raised = graph.node("Reshape", [graph.node("Add", [Q, level]), graph.integers([-1, C, C])]);
  const right = graph.node("Add", [
    graph.node("Mul", [pickThird(graph, raised, 0), graph.tensor(Float64Array.of(0), [1, 1, 1])]),
    graph.tensor(Float64Array.of(1), [1, 1, 1]),
  ]);
  let system = graph.node("Concat", [raised, right], { axis: 2 });
  for (let k = 0; k < C; k++) {
    const row = graph.node("Gather", [system, graph.integers([k])], { axis: 1 });
    const scaled = graph.node("Div", [row, pickThird(graph, row, k)]);
    const unit = graph.tensor(
      Float64Array.from({ length: C }, (_, c) => (c === k ? 1 : 0)),
      [1, C, 1],
    );
    // Row k becomes its scaled self, every other row loses its multiple of that.
    const factors = graph.node("Sub", [pickThird(graph, system, k), unit]);
    system = graph.node("Sub", [system, graph.node("Mul", [factors, scaled])]);
  }
  const solved = graph.node("Reshape", [pickThird(graph, system, C), graph.integers([-1, C])]);
  return normalized(graph, graph.node("Max", [solved, graph.number(0)]));
}

function pickThird(graph: GraphBuilder, value: Value, index: number): Value {
  return graph.node("Gather", [value, graph.integers([index])], { axis: 2 });
}
