import type { GraphBuilder, Value } from "./graphBuilder.ts";
import { normalized, rowSums, within } from "./steps.ts";

/** Probabilities of machines are kept this far from 0 and 1, as in the library. */
const MARGIN = 1e-12;

/** Halvings of an interval of a few units until nothing of it is left. */
const HALVINGS = 60;

/**
 * Couples the probabilities r of C machines, a column each, to class probabilities (`coupleOneVersusRest`): those p that solve
 * λp² − (1 + λ)p + r = 0 for the one λ for which they sum to 1. As p(λ) ≤ min(1, 1/λ) for positive λ, and the same holds of 1 − p for
 * negative ones, λ lies between −C/(C − 1) and C. It is found by halving, in a loop.
 */
export function coupleOneVersusRestGraph(graph: GraphBuilder, probabilities: Value, classes: number): Value {
  const r = within(graph, probabilities, MARGIN, 1 - MARGIN);
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
