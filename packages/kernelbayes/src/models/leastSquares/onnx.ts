import type { Engine } from "../../engine/engine.ts";
import { matrix, transpose } from "../../engine/matrix.ts";
import { classSizes, frequencyLogOdds } from "./evidence/logOddsOf.ts";
import { diagonalMatrix } from "../../matrix/diagonal.ts";
import { readEvidenceFit } from "./evidence/bayesianLeastSquaresPosterior.ts";
import { type ClassGraph, correctedScores, curved } from "../../onnx/classGraph.ts";
import type { GraphBuilder, Value } from "../../onnx/graphBuilder.ts";
import { crossGraph, diagonalGraph } from "../../onnx/crossGraph.ts";
import { normalTails } from "../../onnx/tails.ts";
import { squaredNorms } from "../../onnx/steps.ts";
import { scaleMatrix } from "../../matrix/addMatrices.ts";
import { beside, times } from "../../onnx/steps.ts";
import { linkGraph } from "../parts/expansionGraph.ts";
import { metricCodec } from "./learned/metricExpansion.ts";
import { inMetric } from "./learned/shapedKernel.ts";
import { discriminantCodec } from "./penalized/kernelFisherPosterior.ts";

/**
 * The Bayesian least-squares support vector machine: the mean k(x)ᵀα + b and the variance of its output
 * (`predictionAt`), and the odds of the classes by the rule of the fit.
 */
export function evidenceGraph(graph: GraphBuilder, engine: Engine, parameters: unknown, X: Value): ClassGraph {
  const { kernel, rows, law, means, odds } = readEvidenceFit(engine, parameters, "parameters");
  const { weights, coefficients, bias, factor, constant, constantTotal, functionPrecision, noisePrecision } = law;
  const n = rows.rows;
  const ratio = noisePrecision / functionPrecision;
  const roots = weights.map(Math.sqrt);
  const K = crossGraph(graph, kernel, X, rows);
  const product = (values: Float64Array): Value => graph.node("MatMul", [K, graph.matrix(matrix(n, 1, values))]);
  const mean = graph.node("Add", [product(coefficients), graph.number(bias)]);
  // √ϱ L⁻¹√w, so that the part of the variance that the rows explain is the squared length of its product with k(x).
  const explaining = factor.halfSolve(diagonalMatrix(roots.map((root) => Math.sqrt(ratio) * root)));
  const explained = squaredNorms(graph, graph.node("MatMul", [K, graph.matrix(transpose(explaining))]));
  const left = graph.node("Sub", [diagonalGraph(graph, kernel, X, rows.columns), explained]);
  const ofFunction = graph.node("Mul", [
    graph.node("Max", [left, graph.number(0)]),
    graph.number(1 / functionPrecision),
  ]);
  const open = graph.node("Sub", [graph.number(1), product(constant.map((value, i) => ratio * roots[i] * value))]);
  const ofBias = graph.node("Mul", [
    graph.node("Mul", [open, open]),
    graph.number(1 / (noisePrecision * constantTotal)),
  ]);
  const variance = graph.node("Add", [graph.node("Add", [ofFunction, ofBias]), graph.number(1 / noisePrecision)]);
  const shift = frequencyLogOdds(odds, classSizes(law));
  return { scores: correctedScores(graph, claimedOdds(), { slope: 1, offset: shift }) };

  function claimedOdds(): Value {
    if (odds === "side") {
      const { upper, lower } = normalTails(graph, graph.node("Div", [mean, graph.node("Sqrt", [variance])]));
      return graph.node("Sub", [upper, lower]);
    }
    const { negative, positive } = means;
    const fromMiddle = graph.node("Sub", [mean, graph.number((negative + positive) / 2)]);
    return graph.node("Div", [graph.node("Mul", [fromMiddle, graph.number(positive - negative)]), variance]);
  }
}

/** The kernel Fisher discriminant: projections of rows, linear scores of these, and their curve. */
export function kernelFisherGraph(graph: GraphBuilder, engine: Engine, parameters: unknown, X: Value): ClassGraph {
  const { kernel, rows, coefficients, scores, curve } = discriminantCodec.read(parameters, "parameters");
  const directions = engine.multiply(coefficients, scores.loadings);
  const outputs = graph.node("MatMul", [crossGraph(graph, kernel, X, rows), graph.matrix(directions)]);
  const own = graph.node("Add", [outputs, graph.row(scores.constants)]);
  return { scores: curved(graph, own, curve) };
}

/** The recursive feature machine: the mean of expansions in kernels of several metrics, and their link. */
export function metricGraph(graph: GraphBuilder, engine: Engine, parameters: unknown, X: Value): ClassGraph {
  const { rows, parts, linked, sizes } = metricCodec.read(parameters, "parameters");
  const outputs = parts
    .map(({ kernel, coefficients, ...metric }) => {
      const { scales, projection } = metric;
      const scaled = scales ? graph.node("Mul", [X, graph.row(scales)]) : X;
      const U = projection ? graph.node("MatMul", [X, graph.matrix(projection)]) : scaled;
      const K = crossGraph(graph, kernel, U, inMetric(engine, metric, rows));
      return graph.node("MatMul", [K, graph.matrix(scaleMatrix(coefficients, 1 / parts.length))]);
    })
    .reduce((left, right) => graph.node("Add", [left, right]));
  const ofClasses = sizes.length === 2 ? beside(graph, [times(graph, outputs, -1), outputs]) : outputs;
  return { scores: linkGraph(graph, linked.link, ofClasses) };
}
