import type { Engine } from "../../engine/engine.ts";
import { matrix, transpose } from "../../engine/matrix.ts";
import { InputError } from "../../errors.ts";
import { empiricalLogOdds, fisherPosterior } from "./posterior/fisherPosterior.ts";
import { fisherContrasts } from "../../rows/fisherContrasts.ts";
import { kernelOnRows } from "../../rows/kernel/kernelOnRows.ts";
import { isLimitDocument } from "./limits/fisherLimitPosterior.ts";
import { readFisherFit } from "./posterior.ts";
import { linearFisherCodec } from "./linearFisherPosterior.ts";
import { type ClassGraph, correctedScores, scoresOfProbabilities } from "../../onnx/classGraph.ts";
import type { FlipCurve } from "../../calibration/flipCurves.ts";
import type { GraphBuilder, Value } from "../../onnx/graphBuilder.ts";
import { crossGraph, diagonalGraph } from "../../onnx/crossGraph.ts";
import { rowSums, squaredNorms } from "../../onnx/steps.ts";

/** The Bayesian Fisher discriminant on all its rows: position relative to the midpoint, its variance (`contrastAt`), and log odds. */
export function fisherGraph(graph: GraphBuilder, engine: Engine, parameters: unknown, X: Value): ClassGraph {
  if (isLimitDocument(parameters)) throw notDense("at an end of its precision");
  const { source, discriminant, curve, flips } = readFisherFit(engine, parameters, "parameters");
  if (!("X" in source)) throw notDense("that is sparse");
  const { kernel, precision } = discriminant;
  const { X: rows, classes, weights, memberships } = source;
  const contrasts = fisherContrasts(classes, weights, memberships);
  const law = fisherPosterior(engine, kernelOnRows(engine, kernel, rows, contrasts), contrasts, discriminant);
  const K = crossGraph(graph, kernel, X, rows);
  const column = (values: Float64Array): Value => graph.matrix(matrix(rows.rows, 1, values));
  const relative = graph.node("Sub", [K, graph.row(law.Kh)]);
  const mean = graph.node("MatMul", [relative, column(law.coefficients)]);
  const level = graph.node("Add", [diagonalGraph(graph, kernel, X, rows.columns), graph.number(law.hKh)]);
  const prior = graph.node("Add", [level, graph.node("MatMul", [K, column(law.h.map((value) => -2 * value))])]);
  const turned = graph.node("MatMul", [relative, graph.matrix(law.combination(1, 0))]);
  const form = rowSums(graph, graph.node("Mul", [turned, relative]));
  const along = graph.node("MatMul", [relative, column(law.u.map((value) => value / Math.sqrt(law.s)))]);
  const explained = graph.node("Add", [form, graph.node("Mul", [along, along])]);
  const variance = graph.node("Max", [graph.node("Sub", [prior, explained]), graph.number(0)]);
  const logOdds = empiricalLogOdds(contrasts);
  const claimed = moderated(graph, mean, variance, { precision, distance: law.distance, logOdds });
  return { scores: flips ? trueScores(graph, claimed, flips) : correctedScores(graph, claimed, curve) };
}

/** Scores of the true class, an average of lines over the rates at which labels are wrong (`trueLogits`). */
function trueScores(graph: GraphBuilder, claimed: Value, flips: readonly FlipCurve[]): Value {
  const slopes = graph.row(Float64Array.from(flips, ({ curve }) => curve.slope));
  const offsets = graph.row(Float64Array.from(flips, ({ curve }) => curve.offset));
  const lines = graph.node("Add", [graph.node("Mul", [claimed, slopes]), offsets]);
  const weights = graph.matrix(
    matrix(
      flips.length,
      1,
      Float64Array.from(flips, ({ weight }) => weight),
    ),
  );
  const sides = [graph.node("Neg", [lines]), lines].map((each) =>
    graph.node("MatMul", [graph.node("Sigmoid", [each]), weights]),
  );
  return scoresOfProbabilities(graph, graph.node("Concat", sides, { axis: 1 }));
}

/** The linear Bayesian Fisher discriminant: the same with a position that is linear in the columns (`featureContrasts`). */
export function linearFisherGraph(graph: GraphBuilder, _engine: Engine, parameters: unknown, X: Value): ClassGraph {
  const { rule, precision, distance, sizes, curve } = linearFisherCodec.read(parameters, "parameters");
  const { midpoint, weights, spread, priorVariance } = rule;
  const z = graph.node("Sub", [X, graph.row(midpoint)]);
  const mean = graph.node("MatMul", [z, graph.matrix(matrix(weights.length, 1, weights))]);
  const squares = squaredNorms(graph, graph.node("MatMul", [z, graph.matrix(transpose(spread))]));
  let variance = squares;
  if (priorVariance) {
    const prior = squaredNorms(graph, graph.node("Mul", [z, graph.row(priorVariance.map(Math.sqrt))]));
    variance = graph.node("Max", [graph.node("Sub", [prior, squares]), graph.number(0)]);
  }
  const logOdds = Math.log(sizes[1] / sizes[0]);
  const claimed = moderated(graph, mean, variance, { precision, distance, logOdds });
  return { scores: correctedScores(graph, claimed, curve) };
}

/** d ḡ/(v + 1/β) + log n₁/n₀. */
function moderated(
  graph: GraphBuilder,
  mean: Value,
  variance: Value,
  { precision, distance, logOdds }: { readonly precision: number; readonly distance: number; readonly logOdds: number },
): Value {
  // The distance is taken into the variance: (v + 1/β)/d.
  const shared = graph.node("Mul", [
    graph.node("Add", [variance, graph.number(1 / precision)]),
    graph.number(1 / distance),
  ]);
  return graph.node("Add", [graph.node("Div", [mean, shared]), graph.number(logOdds)]);
}

function notDense(what: string): InputError {
  return new InputError(
    "not-exportable",
    `A Bayesian Fisher discriminant ${what} cannot be written as ONNX; fit one on all rows, with a precision that is searched.`,
  );
}
