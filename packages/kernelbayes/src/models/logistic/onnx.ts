import type { Engine } from "../../engine/engine.ts";
import { matrix } from "../../engine/matrix.ts";
import { orthonormalContrasts } from "../../likelihoods/multinomial/orthonormalContrasts.ts";
import { multinomialCodec } from "./posterior.ts";
import type { ClassGraph } from "../../onnx/classGraph.ts";
import type { GraphBuilder, Value } from "../../onnx/graphBuilder.ts";

/** Multinomial logistic regression: scores that are linear in x. */
export function logisticGraph(graph: GraphBuilder, engine: Engine, parameters: unknown, X: Value): ClassGraph {
  const { center, basis, coefficients, sizes } = multinomialCodec.read(parameters, "parameters");
  const q = coefficients.columns;
  const r = coefficients.rows - 1;
  const contrasts = orthonormalContrasts(sizes.length);
  const ofOutputs = matrix(r, q, coefficients.data.slice(0, r * q));
  const slopes = engine.multiply(basis ? engine.multiply(basis, ofOutputs) : ofOutputs, contrasts, {
    transposeB: true,
  });
  const intercepts = engine.multiply(matrix(1, q, coefficients.data.slice(r * q)), contrasts, { transposeB: true });
  const centered = graph.node("Sub", [X, graph.row(center)]);
  const linear = graph.node("MatMul", [centered, graph.matrix(slopes)]);
  return { scores: graph.node("Add", [linear, graph.matrix(intercepts)]) };
}
