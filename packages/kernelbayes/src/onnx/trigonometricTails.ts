import { gaussLegendre } from "../numeric/gaussLegendre.ts";
import type { GraphBuilder, Value } from "./graphBuilder.ts";
import { normalTails } from "./normalTails.ts";
import { beside, logSumExp, times } from "./steps.ts";
import { bothTails, type Tails } from "./tails.ts";

/** Deviations beyond which a Gaussian is cut off, as in the library. */
const REACH = 9;

/**
 * The logarithms of the mean of the trigonometric likelihood of half width δ under Gaussians, log P(−) and log P(+), as the library
 * has it: for m = −|μ| the rule of 48 nodes on the part of [−δ, δ] that matters, counted from the greater of m and −δ, and the tail
 * above δ. Terms are summed by their logarithms.
 */
export function trigonometricTails(graph: GraphBuilder, mean: Value, variance: Value, halfWidth: number): Tails {
  const rule = gaussLegendre(48);
  const zero = graph.number(0);
  const m = graph.node("Neg", [graph.node("Abs", [mean])]);
  const deviation = graph.node("Sqrt", [variance]);
  const width = times(graph, deviation, REACH);
  // D = −δ − m, and its positive parts on both sides.
  const distance = graph.node("Sub", [graph.number(-halfWidth), m]);
  const below = graph.node("Max", [distance, zero]);
  const above = graph.node("Max", [graph.node("Neg", [distance]), zero]);
  const from = graph.node("Max", [graph.node("Neg", [above]), graph.node("Neg", [width])]);
  // √(D² + width²) − D without the cancellation where D > 0, and the width itself elsewhere.
  const squared = graph.node("Mul", [width, width]);
  const hypotenuse = graph.node("Sqrt", [graph.node("Add", [graph.node("Mul", [below, below]), squared])]);
  const fall = graph.node("Div", [squared, graph.node("Add", [hypotenuse, below])]);
  const to = graph.node("Min", [graph.node("Sub", [graph.number(2 * halfWidth), above]), fall]);
  const half = times(graph, graph.node("Sub", [to, from]), 0.5);
  const middle = times(graph, graph.node("Add", [to, from]), 0.5);
  const w = graph.node("Add", [middle, graph.node("Mul", [half, graph.row(rule.nodes)])]);
  const angle = times(graph, graph.node("Add", [above, w]), Math.PI / (4 * halfWidth));
  const logSine = graph.node("Log", [graph.node("Sin", [angle])]);
  const twice = graph.node("Add", [below, below]);
  const square = graph.node("Mul", [w, graph.node("Add", [w, twice])]);
  const doubled = times(graph, variance, 2);
  const terms = graph.node("Add", [
    graph.node("Sub", [graph.node("Add", [logSine, logSine]), graph.node("Div", [square, doubled])]),
    graph.row(rule.weights.map((weight) => Math.log(weight / Math.sqrt(2 * Math.PI)))),
  ]);
  const peak = graph.node("Div", [graph.node("Mul", [below, below]), doubled]);
  const scale = graph.node("Sub", [graph.node("Log", [graph.node("Div", [half, deviation])]), peak]);
  const within = graph.node("Add", [logSumExp(graph, terms), scale]);
  const beyond = normalTails(
    graph,
    graph.node("Div", [graph.node("Sub", [m, graph.number(halfWidth)]), deviation]),
  ).upper;
  return bothTails(graph, mean, logSumExp(graph, beside(graph, [within, beyond])));
}
