import { columnVector } from "../../matrix/row.ts";
import type { ClassGraph } from "../../onnx/classGraph.ts";
import { crossGraph } from "../../onnx/crossGraph.ts";
import type { GraphBuilder, Value } from "../../onnx/graphBuilder.ts";
import { oddsScores } from "../../onnx/steps.ts";
import { machineCodec } from "./posterior.ts";

/** A support vector machine of two classes with its curve. */
export function supportVectorGraph(graph: GraphBuilder, parameters: unknown, X: Value): ClassGraph {
  const { kernel, rows, coefficients, bias, curve } = machineCodec.read(parameters, "parameters");
  const column = columnVector(coefficients.map((value) => curve.slope * value));
  const outputs = graph.node("MatMul", [crossGraph(graph, kernel, X, rows), graph.matrix(column)]);
  const level = graph.number(curve.slope * bias + curve.offset);
  return { scores: oddsScores(graph, graph.node("Add", [outputs, level])) };
}
