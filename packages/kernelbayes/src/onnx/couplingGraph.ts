import { matrix } from "../engine/matrix.ts";
import type { GraphBuilder, Value } from "./graphBuilder.ts";
import { beside, pickColumns, rowSums, within } from "./steps.ts";

/** One-versus-rest probabilities are kept this far from 0 and 1, and pairwise ones so far, as in the library. */
const ONE_VERSUS_REST_MARGIN = 1e-12;
const PAIRWISE_MARGIN = 1e-7;

/** Halvings of an interval of a few units until nothing of it is left. */
const HALVINGS = 60;

/**
 * Couples the probabilities r of C machines, a column each, to class probabilities (`coupleOneVersusRest`): those p that solve
 * λp² − (1 + λ)p + r = 0 for the one λ for which they sum to 1. As p(λ) ≤ min(1, 1/λ) for positive λ, and the same holds of 1 − p for
 * negative ones, λ lies between −C/(C − 1) and C. It is found by halving, in a loop.
 */
export function coupleOneVersusRestGraph(graph: GraphBuilder, probabilities: Value, classes: number): Value {
  const r = within(graph, probabilities, ONE_VERSUS_REST_MARGIN, 1 - ONE_VERSUS_REST_MARGIN);
  const zeros = graph.node("Mul", [rowSums(graph, r), graph.number(0)]);
  const low = graph.node("Add", [zeros, graph.number(-classes / (classes - 1))]);
  const high = graph.node("Add", [zeros, graph.number(classes)]);
  const rounds = graph.integers([HALVINGS]);
  const always = graph.node("Equal", [rounds, rounds]);
  const column = (name: string): { name: string; type: "double"; dimensions: (string | number)[] } => ({
    name,
    type: "double",
    dimensions: ["rows", 1],
  });
  const body = graph.inner((inner) => {
    const middle = inner.node("Mul", [inner.node("Add", ["low_in", "high_in"]), inner.number(0.5)]);
    const sum = rowSums(inner, rootsAt(inner, r, middle));
    const isTooMuch = inner.node("Less", [inner.number(1), sum]);
    inner.rename("go_on", "go_on_out");
    inner.rename(inner.node("Where", [isTooMuch, middle, "low_in"]), "low_out");
    inner.rename(inner.node("Where", [isTooMuch, "high_in", middle]), "high_out");
    return {
      inputs: [
        { name: "round", type: "int64", dimensions: [] },
        { name: "go_on", type: "bool", dimensions: [] },
        column("low_in"),
        column("high_in"),
      ],
      outputs: [{ name: "go_on_out", type: "bool", dimensions: [] }, column("low_out"), column("high_out")],
    };
  });
  const scalar = (value: Value): Value => graph.node("Squeeze", [value]);
  const [least, most] = graph.nodes("Loop", [scalar(rounds), scalar(always), low, high], 2, { body });
  const multiplier = graph.node("Mul", [graph.node("Add", [least, most]), graph.number(0.5)]);
  return normalized(graph, rootsAt(graph, r, multiplier));
}

/** The root p(λ) in (0, 1), by the form of the quadratic formula in which nothing cancels. */
function rootsAt(graph: GraphBuilder, r: Value, multiplier: Value): Value {
  const number = (value: number): Value => graph.number(value);
  const times = (left: Value, right: Value): Value => graph.node("Mul", [left, right]);
  const plus = (left: Value, right: Value): Value => graph.node("Add", [left, right]);
  const minus = (left: Value, right: Value): Value => graph.node("Sub", [left, right]);
  const b = plus(multiplier, number(1));
  const quadruple = times(multiplier, number(4));
  const away = minus(number(1), multiplier);
  const ofPositive = plus(times(away, away), times(quadruple, minus(number(1), r)));
  const ofNegative = minus(times(b, b), times(quadruple, r));
  const isPositive = graph.node("Less", [number(0), multiplier]);
  const width = graph.node("Sqrt", [graph.node("Where", [isPositive, ofPositive, ofNegative])]);
  const usual = graph.node("Div", [times(r, number(2)), plus(b, width)]);
  // Below λ = −1; elsewhere the multiplier is replaced, so that nothing is divided by 0.
  const isLow = graph.node("Less", [b, number(0)]);
  const divisor = graph.node("Where", [isLow, times(multiplier, number(2)), number(-2)]);
  return graph.node("Where", [isLow, graph.node("Div", [minus(b, width), divisor]), usual]);
}

/**
 * Couples pairwise probabilities P(first | first or second), a column for each pair of classes in their order, by the second method
 * of Wu, Lin and Weng (`wuLinWeng`): p ∝ (Q + t11ᵀ)⁻¹1, which is solved by elimination, a class at a time, in all rows at once.
 */
export function couplePairwiseGraph(graph: GraphBuilder, probabilities: Value, classes: number): Value {
  const r = within(graph, probabilities, PAIRWISE_MARGIN, 1 - PAIRWISE_MARGIN);
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

function normalized(graph: GraphBuilder, values: Value): Value {
  return graph.node("Div", [values, rowSums(graph, values)]);
}

/** The column of the second class of each of several two-class machines, from their scores. */
export function machineProbabilities(graph: GraphBuilder, scores: readonly Value[]): Value {
  return beside(
    graph,
    scores.map((each) => pickColumns(graph, graph.node("Softmax", [each], { axis: 1 }), [1])),
  );
}
