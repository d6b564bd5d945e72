import { columnGroups } from "../encoding/encoding.ts";
import { selectEngine } from "../engine/selectEngine.ts";
import type { Posterior } from "../posterior/posterior.ts";
import { priorSteps } from "../posterior/withPriors.ts";
import { version } from "../version.ts";
import { encodingGraph } from "../onnx/encodingGraph.ts";
import { onnxBytes } from "../onnx/onnxBytes.ts";
import { graphBuilder } from "../onnx/graphBuilder.ts";
import { modelGraph } from "./modelGraph.ts";

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
