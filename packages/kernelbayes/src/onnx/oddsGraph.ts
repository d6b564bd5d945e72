import type { OddsCurve } from "../inference/oddsCurve.ts";
import type { GraphBuilder, Value } from "./graphBuilder.ts";
import { oddsScores } from "./steps.ts";

/** Scores of two classes from log odds that a model claims, by its curve and what given priors add. */
export function correctedScores(
  graph: GraphBuilder,
  claimed: Value,
  { slope, offset }: Pick<OddsCurve, "slope" | "offset">,
  shift: number,
): Value {
  const sloped = slope === 1 ? claimed : graph.node("Mul", [claimed, graph.number(slope)]);
  return oddsScores(graph, graph.node("Add", [sloped, graph.number(offset + shift)]));
}
