import type { Engine } from "../engine/engine.ts";
import { InputError } from "../errors.ts";
import { autoCodec } from "./auto/autoCodec.ts";
import { coupledCodec } from "./coupled/posterior.ts";
import { plainObject } from "../codec.ts";
import { scoresOfProbabilities, type ClassGraph } from "../onnx/classGraph.ts";
import { discriminantGraph } from "./discriminant/onnx.ts";
import { expansionGraph } from "./parts/expansionGraph.ts";
import { fisherGraph, linearFisherGraph } from "./fisher/onnx.ts";
import { type GraphBuilder, type Value, graphBuilder } from "../onnx/graphBuilder.ts";
import { latentGraph, kernelLogisticGraph } from "./process/onnx.ts";
import { logisticGraph } from "./logistic/onnx.ts";
import { kernelFisherGraph, evidenceGraph, metricGraph } from "./leastSquares/onnx.ts";
import { supportVectorGraph } from "./supportVector/onnx.ts";
import { coupleOneVersusRestGraph } from "../onnx/coupleOneVersusRestGraph.ts";
import { couplePairwiseGraph } from "../onnx/couplePairwiseGraph.ts";
import { projectionGraph } from "./projection/onnx.ts";
import { machineProbabilities, rowSums, within, beside, pickColumns } from "../onnx/steps.ts";
import { widthOfView, type View } from "./auto/view.ts";
import { columnGroups } from "../encoding/encoding.ts";
import { selectEngine } from "../engine/selectEngine.ts";
import type { Posterior } from "../posterior/posterior.ts";
import { priorSteps } from "../posterior/withPriors.ts";
import { version } from "../version.ts";
import { encodingGraph, rankGraph } from "../onnx/encodingGraph.ts";
import { onnxBytes } from "../onnx/onnxBytes.ts";

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
  rfm: metricGraph,
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
const modelGraph: GraphOf = (graph, engine, parameters, X, model, columns) => {
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

/** Machines of two classes, coupled. */
function coupledGraph(
  graph: GraphBuilder,
  engine: Engine,
  parameters: unknown,
  X: Value,
  model: FittedModel,
  columns: number,
): ClassGraph {
  const { machines, sizes } = coupledCodec.read(parameters, "parameters");
  const own = plainObject.read(model["model"], "model.model") as FittedModel;
  const scores = machines.map((machine) => modelGraph(graph, engine, machine.parameters, X, own, columns).scores);
  const couple = model.name === "pairwise" ? couplePairwiseGraph : coupleOneVersusRestGraph;
  const coupled = couple(graph, machineProbabilities(graph, scores), sizes.length);
  return { scores: scoresOfProbabilities(graph, coupled) };
}

/** Members on views of the columns, pooled or mixed. Those of no weight are left out. */
function autoGraph(
  graph: GraphBuilder,
  engine: Engine,
  parameters: unknown,
  X: Value,
  _model: FittedModel,
  columns: number,
): ClassGraph {
  const { members, combination } = autoCodec.read(parameters, "parameters");
  const pool = "pool" in combination ? combination.pool : undefined;
  const parts = "pool" in combination ? combination.pool.coefficients : combination.weights;
  const total = parts.reduce((sum, part) => sum + part, 0);
  const terms = members.flatMap(({ model, view, posterior }, k) => {
    if (parts[k] === 0) return [];
    const seen = viewGraph(graph, view, X, columns);
    const { scores } = modelGraph(graph, engine, posterior.parameters, seen, model as FittedModel, widthOfView(view));
    if (pool) {
      const [low, high] = [Math.log(pool.clip), Math.log1p(-pool.clip)];
      const logs = within(graph, graph.node("LogSoftmax", [scores], { axis: 1 }), low, high);
      return [graph.node("Mul", [logs, graph.number(parts[k])])];
    }
    const share = graph.number(parts[k] / total);
    return [graph.node("Mul", [graph.node("Softmax", [scores], { axis: 1 }), share])];
  });
  const none = graph.node("Mul", [rowSums(graph, X), graph.number(0)]);
  const summed = terms.reduce((left, right) => graph.node("Add", [left, right]), none);
  const scores = pool ? graph.node("Add", [summed, graph.row(pool.offsets)]) : scoresOfProbabilities(graph, summed);
  return { scores };
}

/** The versions of the sets of operators that the graph uses. */
const operators = { "": 17, "ai.onnx.ml": 3 };

/**
 * A posterior as an ONNX model, for runtimes in other languages and on other machines: the bytes of a file with a graph from the raw
 * columns of a table to labels and class probabilities, encoding included, in numbers of 64 bits throughout.
 *
 * Inputs are `numbers`, a matrix of doubles with a row for each row and the number columns in the order of the encoding, NaN where a
 * cell is missing; and `texts`, the same for columns of text, empty where missing. Each is there only if there are such columns; the
 * metadata entries `numbers` and `texts` name the columns, as JSON. Outputs are `label`, a list of texts, and `probabilities`, a
 * column for each class in the order of the metadata entry `classes`. Intervals are not in the graph.
 *
 * What `predict` refuses, such as a missing cell where none was allowed or a level that did not occur in training, gets probabilities
 * of NaN and an empty label. A model that cannot be written is an `InputError` of the code "not-exportable", which names those that
 * can.
 *
 * @example writeFileSync("model.onnx", onnxModel(posterior));
 */
export function onnxModel(posterior: Posterior): Uint8Array {
  const { model, classes, encoding, target, training, priors } = posterior;
  const { parameters } = posterior.toDocument();
  const graph = graphBuilder();
  const { columns, inputs, X, guard } = encodingGraph(graph, encoding);
  const { scores, decisions } = modelGraph(graph, selectEngine(), parameters, X, model, columnGroups(encoding).length);
  const underPriors = priors ? graph.node("Add", [scores, graph.row(priorSteps(training, priors))]) : scores;
  const certain = graph.node("Softmax", [underPriors], { axis: 1 });
  const probabilities = graph.rename(graph.node("Add", [certain, guard]), "probabilities");
  const best = decisions ?? graph.node("ArgMax", [certain], { axis: 1, keepdims: 0 });
  const labels = graph.node("Gather", [graph.texts(classes), best], { axis: 0 });
  const refused = graph.node("Reshape", [graph.node("IsNaN", [guard]), graph.integers([-1])]);
  const label = graph.rename(graph.node("Where", [refused, graph.texts([""]), labels]), "label");
  return onnxBytes({
    graph: graph.finish("kernelbayes", inputs, [
      { name: label, type: "string", dimensions: ["rows"] },
      { name: probabilities, type: "double", dimensions: ["rows", classes.length] },
    ]),
    producer: { name: "kernelbayes", version },
    description: `The model ${model.name} for the column ${target}, fitted with kernelbayes ${posterior.library}.`,
    operators,
    metadata: {
      target,
      classes: JSON.stringify(classes),
      numbers: JSON.stringify(columns.numbers),
      texts: JSON.stringify(columns.texts),
    },
  });
}

/** Values this near to each other, for their size, are one value of a category. */
const SAME = 1e-12;

/** Encoded rows as a member of `auto` sees them: columns as they are, by their ranks, or with an indicator for each value. */
function viewGraph(graph: GraphBuilder, view: View, X: Value, columns: number): Value {
  if (view.length === columns && view.every(({ column, values }, at) => column === at && !values)) return X;
  return beside(
    graph,
    view.map(({ column, values, counts }) => {
      const own = pickColumns(graph, X, [column]);
      if (!values) return own;
      if (counts) return rankGraph(graph, own, values, counts);
      const apart = graph.node("Abs", [graph.node("Sub", [own, graph.row(values)])]);
      const near = graph.row(Array.from(values, (value) => SAME * Math.max(1, Math.abs(value))));
      return graph.node("Where", [graph.node("Less", [apart, near]), graph.number(Math.SQRT1_2), graph.number(0)]);
    }),
  );
}
