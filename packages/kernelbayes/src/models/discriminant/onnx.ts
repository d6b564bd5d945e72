import type { Engine } from "../../engine/engine.ts";
import { logDeterminant, whiten } from "../parts/gaussianClasses/spectralCovariance.ts";
import { identity } from "../../matrix/diagonal.ts";
import { row } from "../../matrix/row.ts";
import { transpose } from "../../engine/matrix.ts";
import { type ClassGraph, curved, scoresOfProbabilities } from "../../onnx/classGraph.ts";
import type { GraphBuilder, Value } from "../../onnx/graphBuilder.ts";
import { shareLeft } from "../../calibration/reservedShares.ts";
import { beside, squaredNorms, times } from "../../onnx/steps.ts";
import { gaussianClassesCodec } from "../parts/gaussianClasses/gaussianClassesCodec.ts";

/** Gaussian classes (lda, qda, rda): scores log π + log N(x; m, Σ), linear in x where all classes share Σ, their curve, and the shares that classes keep. */
export function discriminantGraph(graph: GraphBuilder, engine: Engine, parameters: unknown, X: Value): ClassGraph {
  const classes = gaussianClassesCodec.read(parameters, "parameters");
  const { center, means, covariances, logPriors, curve, reserved } = classes;
  const centered = graph.node("Sub", [X, graph.row(center)]);
  const turning = covariances.map((covariance) => whiten(engine, covariance, identity(center.length)));
  let scores: Value;
  if (covariances.length === 1) {
    const whiteMeans = whiten(engine, covariances[0], means);
    const slopes = engine.multiply(turning[0], transpose(whiteMeans));
    const offsets = logPriors.map(
      (logPrior, k) => logPrior - 0.5 * row(whiteMeans, k).reduce((sum, value) => sum + value * value, 0),
    );
    scores = graph.node("Add", [graph.node("MatMul", [centered, graph.matrix(slopes)]), graph.row(offsets)]);
  } else {
    const distances = turning.map((turn, k) => {
      const fromMean = graph.node("Sub", [centered, graph.row(row(means, k))]);
      return squaredNorms(graph, graph.node("MatMul", [fromMean, graph.matrix(turn)]));
    });
    const halves = graph.node("Mul", [beside(graph, distances), graph.number(-0.5)]);
    const offsets = logPriors.map((logPrior, k) => logPrior - 0.5 * logDeterminant(covariances[k]));
    scores = graph.node("Add", [halves, graph.row(offsets)]);
  }
  if (curve) scores = curved(graph, scores, curve);
  if (!reserved) return { scores };
  const claimed = times(graph, graph.node("Softmax", [scores], { axis: 1 }), shareLeft(reserved));
  return { scores: scoresOfProbabilities(graph, graph.node("Add", [claimed, graph.row(reserved)])) };
}
