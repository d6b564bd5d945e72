import type { Engine } from "../engine/engine.ts";
import { matrix } from "../engine/matrix.ts";
import { columnMeans } from "../matrix/columnMeans.ts";
import { readKernelLogistic } from "../models/process/penalized/kernelLogisticPosterior.ts";
import { readProjectedDiscriminant } from "../models/leastSquares/penalized/kernelFisherPosterior.ts";
import { readCalibratedMachine } from "../models/supportVector/posterior.ts";
import type { ClassGraph } from "./classGraph.ts";
import { curved } from "../models/discriminant/onnx.ts";
import type { GraphBuilder, Value } from "./graphBuilder.ts";
import { crossGraph } from "./crossGraph.ts";
import { oddsScores } from "./steps.ts";

/** A support vector machine of two classes with its curve. */
export function supportVectorGraph(graph: GraphBuilder, parameters: unknown, X: Value): ClassGraph {
  const { kernel, rows, coefficients, bias, curve, shift } = readCalibratedMachine(parameters, "parameters");
  const column = matrix(
    rows.rows,
    1,
    coefficients.map((value) => curve.slope * value),
  );
  const outputs = graph.node("MatMul", [crossGraph(graph, kernel, X, rows), graph.matrix(column)]);
  const level = graph.number(curve.slope * bias + curve.offset + shift);
  return { scores: oddsScores(graph, graph.node("Add", [outputs, level])) };
}

/**
 * Kernel logistic regression of two classes: f = Σ aᵢ C (k(xᵢ, x) − sᵢ − mean_j k(xⱼ, x)) + b, with sᵢ what the mean over the rows takes
 * off row i; so that f = Σ C (aᵢ − mean a) k(xᵢ, x) + b − C Σ aᵢ sᵢ.
 */
export function kernelLogisticGraph(graph: GraphBuilder, engine: Engine, parameters: unknown, X: Value): ClassGraph {
  const fit = readKernelLogistic(engine, parameters, "parameters");
  const { kernel, rows, coefficients, bias, cost, classes, weights, priors } = fit;
  const n = rows.rows;
  const means = columnMeans(kernel.matrix(engine, rows));
  const grand = means.reduce((sum, mean) => sum + mean, 0) / n;
  const average = coefficients.reduce((sum, a) => sum + a, 0) / n;
  const taken = coefficients.reduce((sum, a, i) => sum + a * (means[i] - grand), 0);
  const sizes = [0, 0];
  classes.forEach((q, i) => (sizes[q] += weights[i]));
  const shift = priors ? Math.log(priors[1] / priors[0]) - Math.log(sizes[1] / sizes[0]) : 0;
  const column = matrix(
    n,
    1,
    coefficients.map((a) => cost * (a - average)),
  );
  const sums = graph.node("MatMul", [crossGraph(graph, kernel, X, rows), graph.matrix(column)]);
  const logits = graph.node("Add", [sums, graph.number(bias - cost * taken + shift)]);
  return { scores: oddsScores(graph, logits) };
}

/** The kernel Fisher discriminant: projections of rows, linear scores of these, and their curve. */
export function kernelFisherGraph(graph: GraphBuilder, engine: Engine, parameters: unknown, X: Value): ClassGraph {
  const { kernel, rows, coefficients, scores, curve } = readProjectedDiscriminant(parameters, "parameters");
  const directions = engine.multiply(coefficients, scores.loadings);
  const outputs = graph.node("MatMul", [crossGraph(graph, kernel, X, rows), graph.matrix(directions)]);
  const own = graph.node("Add", [outputs, graph.row(scores.constants)]);
  return { scores: curved(graph, own, curve) };
}
