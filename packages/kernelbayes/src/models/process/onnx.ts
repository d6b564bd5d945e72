import type { Engine } from "../../engine/engine.ts";
import { matrix } from "../../engine/matrix.ts";
import type { LatentMethod } from "./latent/latentApproximation.ts";
import { identityCurve } from "../../calibration/oddsCurve.ts";
import { diagonalMatrix } from "../../matrix/diagonal.ts";
import { selectRows, columnVector } from "../../matrix/row.ts";
import { readLatentFit } from "./latentFit.ts";
import { type ClassGraph, correctedScores } from "../../onnx/classGraph.ts";
import type { GraphBuilder, Value } from "../../onnx/graphBuilder.ts";
import { crossGraph, diagonalGraph } from "../../onnx/crossGraph.ts";
import { logisticTails, normalTails, type Tails, trigonometricTails } from "../../onnx/tails.ts";
import { beside, logSumExp, squaredNorms, oddsScores } from "../../onnx/steps.ts";
import { columnMeans } from "../../matrix/centerColumns.ts";
import { readKernelLogistic } from "./penalized/kernelLogisticPosterior.ts";

/** A variance is not taken to be smaller than this share of the prior's, as in the library. */
const smallestShare = 1e-12;

/**
 * A Gaussian process of two classes: the mean and the variance of the latent function, the mean of the likelihood mixed over the
 * members, and the curve on its log odds.
 */
export function latentGraph(graph: GraphBuilder, engine: Engine, parameters: unknown, X: Value): ClassGraph {
  const { method, rows, members, curve } = readLatentFit(engine, parameters, "parameters");
  const tails = members.map(({ kernel, active, law }): Tails => {
    const own = active.length === rows.rows ? rows : selectRows(rows, active);
    const K = crossGraph(graph, kernel, X, own);
    const m = own.rows;
    const mean = graph.node("MatMul", [K, graph.matrix(matrix(m, 1, law.coefficients))]);
    // S L⁻ᵀ, so that the part of the variance that the rows explain is |K S L⁻ᵀ|².
    const explaining = engine.solveTriangular(law.factor, diagonalMatrix(law.roots), {
      side: "right",
      transpose: true,
    });
    const explained = squaredNorms(graph, graph.node("MatMul", [K, graph.matrix(explaining)]));
    const prior = diagonalGraph(graph, kernel, X, rows.columns);
    const least = graph.node("Mul", [prior, graph.number(smallestShare)]);
    const variance = graph.node("Max", [graph.node("Sub", [prior, explained]), least]);
    return meanTails(graph, method, mean, variance);
  });
  const weights = members.map(({ weight }) => weight);
  const [lower, upper] = (["lower", "upper"] as const).map((end) => {
    const columns = tails.map((tail) => tail[end]);
    return mixed(graph, weights, columns);
  });
  if (curve === identityCurve) return { scores: beside(graph, [lower, upper]) };
  return { scores: correctedScores(graph, graph.node("Sub", [upper, lower]), curve) };
}

/** The mean of the likelihood of either class. */
function meanTails(
  graph: GraphBuilder,
  { likelihood, halfWidth = 1 }: LatentMethod,
  mean: Value,
  variance: Value,
): Tails {
  if (likelihood === "logistic") return logisticTails(graph, mean, variance);
  if (likelihood === "trigonometric") return trigonometricTails(graph, mean, variance, halfWidth);
  // Φ(μ/√(1 + s²)).
  const spread = graph.node("Sqrt", [graph.node("Add", [variance, graph.number(1)])]);
  return normalTails(graph, graph.node("Div", [mean, spread]));
}

/** log Σ π exp(log p) of columns. */
function mixed(graph: GraphBuilder, weights: readonly number[], columns: readonly Value[]): Value {
  if (columns.length === 1) return columns[0];
  return logSumExp(graph, graph.node("Add", [beside(graph, columns), graph.row(weights.map(Math.log))]));
}

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
  const column = columnVector(coefficients.map((a) => cost * (a - average)));
  const sums = graph.node("MatMul", [crossGraph(graph, kernel, X, rows), graph.matrix(column)]);
  const logits = graph.node("Add", [sums, graph.number(bias - cost * taken)]);
  return { scores: oddsScores(graph, logits) };
}
