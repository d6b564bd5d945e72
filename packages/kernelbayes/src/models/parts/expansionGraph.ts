import { coefficientsOf, expansionCodec } from "./expansionPosterior.ts";
import { scoresOfProbabilities, type ClassGraph } from "../../onnx/classGraph.ts";
import type { GraphBuilder, Value } from "../../onnx/graphBuilder.ts";
import { crossGraph } from "../../onnx/crossGraph.ts";
import { coupleOneVersusRestGraph } from "../../onnx/coupleOneVersusRestGraph.ts";
import { beside, oddsScores } from "../../onnx/steps.ts";
import type { MatrixLink } from "../../calibration/link/matrixLink.ts";

/**
 * Calibrated machines on one kernel expansion (krr, lssvm, orkfd, tsvc, bayesian-kfda): outputs f = Σ a k(x, row) + b, curves from
 * outputs to log odds, and of several machines the link, or the coupled probabilities.
 */
export function expansionGraph(graph: GraphBuilder, parameters: unknown, X: Value, decidesByVote: boolean): ClassGraph {
  const expansion = expansionCodec.read(parameters, "parameters");
  const { kernel, rows, machines, curves, linked, sizes, thresholds } = expansion;
  const sums = graph.node("MatMul", [crossGraph(graph, kernel, X, rows), graph.matrix(coefficientsOf(expansion))]);
  const outputs = graph.node("Add", [sums, graph.row(machines.map(({ bias }) => bias))]);
  const sides = decidesByVote ? machines.map(() => 0) : thresholds;
  const decisions = sides && decisionsOf(graph, outputs, sides);
  if (linked) return { scores: linkGraph(graph, linked.link, outputs), decisions };
  const slopes = graph.row(curves.map(({ slope }) => slope));
  const logits = graph.node("Add", [
    graph.node("Mul", [outputs, slopes]),
    graph.row(curves.map(({ offset }) => offset)),
  ]);
  const own =
    machines.length === 1
      ? oddsScores(graph, logits)
      : scoresOfProbabilities(graph, coupleOneVersusRestGraph(graph, graph.node("Sigmoid", [logits]), sizes.length));
  return { scores: own, decisions };
}

/** The scores Wᵀφ + b of a link. */
export function linkGraph(graph: GraphBuilder, { weights, offsets, squareScale }: MatrixLink, outputs: Value): Value {
  const features =
    squareScale === undefined ? outputs : beside(graph, [outputs, graph.node("Mul", [outputs, outputs])]);
  // The scale of the squares is taken into the weights: see `graphBuilder` for what stands before a product of matrices.
  const squares = weights.columns ** 2;
  const scaled = weights.data.map((weight, at) => (at < squares ? weight : weight * (squareScale ?? 1) ** 2));
  return graph.node("Add", [
    graph.node("MatMul", [features, graph.matrix({ ...weights, data: scaled })]),
    graph.row(offsets),
  ]);
}

/** The class by the sign rule: of two the second from its threshold on, of more the one farthest beyond its own. */
function decisionsOf(graph: GraphBuilder, outputs: Value, thresholds: ArrayLike<number>): Value {
  const beyond = graph.node("Sub", [outputs, graph.row(thresholds)]);
  if (thresholds.length > 1) return graph.node("ArgMax", [beyond], { axis: 1, keepdims: 0 });
  const isBelow = graph.node("Less", [beyond, graph.number(0)]);
  const second = graph.node("Cast", [graph.node("Not", [isBelow])], { to: 7 });
  return graph.node("Reshape", [second, graph.integers([-1])]);
}
