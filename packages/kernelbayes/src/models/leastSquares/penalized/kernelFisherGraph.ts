import type { Engine } from "../../../engine/engine.ts";
import { type ClassGraph, curved } from "../../../onnx/classGraph.ts";
import { crossGraph } from "../../../onnx/crossGraph.ts";
import type { GraphBuilder, Value } from "../../../onnx/graphBuilder.ts";
import { discriminantCodec } from "./kernelFisherPosterior.ts";

/** The kernel Fisher discriminant: projections of rows, linear scores of these, and their curve. */
export function kernelFisherGraph(graph: GraphBuilder, engine: Engine, parameters: unknown, X: Value): ClassGraph {
  const { kernel, rows, coefficients, scores, curve } = discriminantCodec.read(parameters, "parameters");
  const directions = engine.multiply(coefficients, scores.loadings);
  const outputs = graph.node("MatMul", [crossGraph(graph, kernel, X, rows), graph.matrix(directions)]);
  const own = graph.node("Add", [outputs, graph.row(scores.constants)]);
  return { scores: curved(graph, own, curve) };
}
