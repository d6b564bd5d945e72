import type { GraphBuilder, Value } from "./graphBuilder.ts";
import { bendWidth, type OddsCurve } from "../calibration/oddsCurve.ts";
import { oddsScores, times } from "./steps.ts";

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

/** Scores of two classes from log odds that a model claims, by its curve. */
export function correctedScores(
  graph: GraphBuilder,
  claimed: Value,
  { slope, offset, bend = 0 }: Omit<OddsCurve, "covariance">,
): Value {
  const line = graph.node("Add", [times(graph, claimed, slope), graph.number(offset)]);
  if (bend === 0) return oddsScores(graph, line);
  return oddsScores(graph, graph.node("Add", [line, times(graph, tailGraph(graph, claimed), bend)]));
}

/** z − w asinh(z/w); runtimes have no asinh of 64 bits, so sign(x) ln(|x| + √(x² + 1)). */
function tailGraph(graph: GraphBuilder, logOdds: Value): Value {
  const x = times(graph, logOdds, 1 / bendWidth);
  const root = graph.node("Sqrt", [graph.node("Add", [graph.node("Mul", [x, x]), graph.number(1)])]);
  const size = graph.node("Log", [graph.node("Add", [graph.node("Abs", [x]), root])]);
  const middle = times(graph, graph.node("Mul", [graph.node("Sign", [x]), size]), bendWidth);
  return graph.node("Sub", [logOdds, middle]);
}

/** slope · score + offset, the curve that makes probabilities of scores. */
export function curved(
  graph: GraphBuilder,
  scores: Value,
  { slope, offsets }: { readonly slope: number; readonly offsets: Float64Array },
): Value {
  return graph.node("Add", [graph.node("Mul", [scores, graph.number(slope)]), graph.row(offsets)]);
}
