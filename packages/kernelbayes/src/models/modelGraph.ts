import type { Engine } from "../engine/engine.ts";
import { InputError } from "../errors.ts";
import { readView } from "./auto/view.ts";
import { finiteNumber, list, numberList, optional, plainObject, record, text } from "../schema.ts";
import { scoresOfProbabilities, type ClassGraph } from "../onnx/classGraph.ts";
import { discriminantGraph } from "./discriminant/onnx.ts";
import { evidenceGraph, kernelFisherGraph } from "./leastSquares/onnx.ts";
import { expansionGraph } from "./parts/expansionGraph.ts";
import { fisherGraph, linearFisherGraph } from "./fisher/onnx.ts";
import type { GraphBuilder, Value } from "../onnx/graphBuilder.ts";
import { latentGraph } from "./process/onnx.ts";
import { logisticGraph } from "./logistic/onnx.ts";
import { kernelLogisticGraph } from "./process/penalized/kernelLogisticGraph.ts";
import { supportVectorGraph } from "./supportVector/onnx.ts";
import { coupleOneVersusRestGraph } from "../onnx/coupleOneVersusRestGraph.ts";
import { couplePairwiseGraph } from "../onnx/couplePairwiseGraph.ts";
import { projectionGraph } from "./projection/onnx.ts";
import { machineProbabilities, rowSums, within } from "../onnx/steps.ts";
import { viewGraph } from "./auto/viewGraph.ts";

/** A model as its document describes it, with the parameters of its posterior. */
interface FittedModel {
  readonly name: string;
  readonly [option: string]: unknown;
}

/** What models turn encoded rows into: the graph of each model that can be exported, by its name in the catalogue. */
type GraphOf = (
  graph: GraphBuilder,
  engine: Engine,
  parameters: unknown,
  X: Value,
  model: FittedModel,
  columns: number,
) => ClassGraph;

const expansion: GraphOf = (graph, _engine, parameters, X, { decision }) =>
  expansionGraph(graph, parameters, X, decision === "vote");

const graphs: Readonly<Record<string, GraphOf>> = {
  lda: discriminantGraph,
  qda: discriminantGraph,
  rda: discriminantGraph,
  logistic: logisticGraph,
  krr: expansion,
  lssvm: expansion,
  orkfd: expansion,
  tsvc: expansion,
  "bayesian-kfda": expansion,
  kfd: kernelFisherGraph,
  klr: kernelLogisticGraph,
  svc: (graph, _engine, parameters, X) => supportVectorGraph(graph, parameters, X),
  gpc: latentGraph,
  btsvc: latentGraph,
  "bayesian-lssvm": evidenceGraph,
  bfd: fisherGraph,
  "bfd-linear": linearFisherGraph,
  bkpc: projectionGraph,
  bmkc: projectionGraph,
  "one-versus-rest": coupledGraph,
  pairwise: coupledGraph,
  auto: autoGraph,
};

/** The names of models that can be written as ONNX, without the couplings. */
export const exportableModels: readonly string[] = /* @__PURE__ */ namesOf(graphs);

function namesOf(known: Readonly<Record<string, GraphOf>>): string[] {
  return Object.keys(known).filter((name) => name !== "one-versus-rest" && name !== "pairwise");
}

/** Adds the steps from encoded rows to the scores of the classes. */
export const modelGraph: GraphOf = (graph, engine, parameters, X, model, columns) => {
  if (!Object.hasOwn(graphs, model.name)) {
    throw new InputError(
      "not-exportable",
      `The model ${model.name} cannot be written as ONNX.`,
      {},
      `These can: ${exportableModels.join(", ")}.`,
    );
  }
  return graphs[model.name](graph, engine, parameters, X, model, columns);
};

const coupledSchema = record({
  machines: list(record({ parameters: plainObject })),
  sizes: numberList,
});

/** Machines of two classes, coupled. */
function coupledGraph(
  graph: GraphBuilder,
  engine: Engine,
  parameters: unknown,
  X: Value,
  model: FittedModel,
  columns: number,
): ClassGraph {
  const { machines, sizes } = coupledSchema(parameters, "parameters");
  const own = plainObject(model["model"], "model.model") as FittedModel;
  const scores = machines.map((machine) => modelGraph(graph, engine, machine.parameters, X, own, columns).scores);
  const couple = model.name === "pairwise" ? couplePairwiseGraph : coupleOneVersusRestGraph;
  const coupled = couple(graph, machineProbabilities(graph, scores), sizes.length);
  return { scores: scoresOfProbabilities(graph, coupled) };
}

const autoSchema = record({
  members: list(
    record({ model: plainObject, view: readView, posterior: record({ parameters: plainObject }), title: text }),
  ),
  coefficients: optional(numberList),
  offsets: optional(numberList),
  clip: optional(finiteNumber),
  weights: optional(numberList),
  sizes: numberList,
});

/** Members on views of the columns, pooled or mixed. Those of no weight are left out. */
function autoGraph(
  graph: GraphBuilder,
  engine: Engine,
  parameters: unknown,
  X: Value,
  _model: FittedModel,
  columns: number,
): ClassGraph {
  const { members, coefficients, offsets, clip = 1e-7, weights, sizes } = autoSchema(parameters, "parameters");
  const parts = coefficients ?? weights ?? new Float64Array(0);
  const total = parts.reduce((sum, part) => sum + part, 0);
  const terms = members.flatMap(({ model, view, posterior }, k) => {
    if (parts[k] === 0) return [];
    const seen = viewGraph(graph, view, X, columns);
    const width = view.reduce((sum, { values, counts }) => sum + (values && !counts ? values.length : 1), 0);
    const { scores } = modelGraph(graph, engine, posterior.parameters, seen, model as FittedModel, width);
    if (coefficients) {
      const logs = within(graph, graph.node("LogSoftmax", [scores], { axis: 1 }), Math.log(clip), Math.log1p(-clip));
      return [graph.node("Mul", [logs, graph.number(coefficients[k])])];
    }
    const share = graph.number(parts[k] / total);
    return [graph.node("Mul", [graph.node("Softmax", [scores], { axis: 1 }), share])];
  });
  const none = graph.node("Mul", [rowSums(graph, X), graph.number(0)]);
  const summed = terms.reduce((left, right) => graph.node("Add", [left, right]), none);
  const scores = coefficients
    ? graph.node("Add", [summed, graph.row(offsets ?? new Float64Array(sizes.length))])
    : scoresOfProbabilities(graph, summed);
  return { scores };
}
