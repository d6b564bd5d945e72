import { coefficientsOf, expansionCodec } from "./expansionPosterior.ts";
import { scoresOfProbabilities, type ClassGraph } from "../../onnx/classGraph.ts";
import type { GraphBuilder, Value } from "../../onnx/graphBuilder.ts";
import { crossGraph } from "../../onnx/crossGraph.ts";
import { coupleOneVersusRestGraph } from "../../onnx/coupleOneVersusRestGraph.ts";
import { oddsScores } from "../../onnx/steps.ts";

/**
 * Calibrated machines on one kernel expansion (krr, lssvm, orkfd, tsvc, bayesian-kfda): outputs f = Σ a k(x, row) + b, curves from
 * outputs to log odds, and of several machines the coupled probabilities.
 */
export function expansionGraph(graph: GraphBuilder, parameters: unknown, X: Value, decidesByVote: boolean): ClassGraph {
  const expansion = expansionCodec.read(parameters, "parameters");
  const { kernel, rows, machines, curves, sizes, thresholds } = expansion;
  const sums = graph.node("MatMul", [crossGraph(graph, kernel, X, rows), graph.matrix(coefficientsOf(expansion))]);
  const outputs = graph.node("Add", [sums, graph.row(machines.map(({ bias }) => bias))]);
  const slopes = graph.row(curves.map(({ slope }) => slope));
  const logits = graph.node("Add", [
    graph.node("Mul", [outputs, slopes]),
    graph.row(curves.map(({ offset }) => offset)),
  ]);
  const own =
    machines.length === 1
      ? oddsScores(graph, logits)
      : scoresOfProbabilities(graph, coupleOneVersusRestGraph(graph, graph.node("Sigmoid", [logits]), sizes.length));
  const sides = decidesByVote ? machines.map(() => 0) : thresholds;
  return { scores: own, decisions: sides && decisionsOf(graph, outputs, sides) };
}

/** The class by the sign rule: of two the second from its threshold on, of more the one farthest beyond its own. */
function decisionsOf(graph: GraphBuilder, outputs: Value, thresholds: ArrayLike<number>): Value {
  const beyond = graph.node("Sub", [outputs, graph.row(thresholds)]);
  if (thresholds.length > 1) return graph.node("ArgMax", [beyond], { axis: 1, keepdims: 0 });
  const isBelow = graph.node("Less", [beyond, graph.number(0)]);
  const second = graph.node("Cast", [graph.node("Not", [isBelow])], { to: 7 });
  return graph.node("Reshape", [second, graph.integers([-1])]);
}
