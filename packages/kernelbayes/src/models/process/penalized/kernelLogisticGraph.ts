import type { Engine } from "../../../engine/engine.ts";
import { matrix } from "../../../engine/matrix.ts";
import { columnMeans } from "../../../matrix/centerColumns.ts";
import type { ClassGraph } from "../../../onnx/classGraph.ts";
import { crossGraph } from "../../../onnx/crossGraph.ts";
import type { GraphBuilder, Value } from "../../../onnx/graphBuilder.ts";
import { oddsScores } from "../../../onnx/steps.ts";
import { readKernelLogistic } from "./kernelLogisticPosterior.ts";

/**
 * Kernel logistic regression of two classes: f = Σ aᵢ C (k(xᵢ, x) − sᵢ − mean_j k(xⱼ, x)) + b, with sᵢ what the mean over the rows takes
 * off row i; so that f = Σ C (aᵢ − mean a) k(xᵢ, x) + b − C Σ aᵢ sᵢ.
 */
export function kernelLogisticGraph(graph: GraphBuilder, engine: Engine, parameters: unknown, X: Value): ClassGraph {
  const fit = readKernelLogistic(engine, parameters, "parameters");
  const { kernel, rows, coefficients, bias, cost } = fit;
  const n = rows.rows;
  const means = columnMeans(kernel.matrix(engine, rows));
  const grand = means.reduce((sum, mean) => sum + mean, 0) / n;
  const average = coefficients.reduce((sum, a) => sum + a, 0) / n;
  const taken = coefficients.reduce((sum, a, i) => sum + a * (means[i] - grand), 0);
  const column = matrix(
    n,
    1,
    coefficients.map((a) => cost * (a - average)),
  );
  const sums = graph.node("MatMul", [crossGraph(graph, kernel, X, rows), graph.matrix(column)]);
  const logits = graph.node("Add", [sums, graph.number(bias - cost * taken)]);
  return { scores: oddsScores(graph, logits) };
}
