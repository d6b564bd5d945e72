import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { InputError } from "../../errors.ts";
import { readProjectionFit } from "./projectionDocument.ts";
import { scoresOfProbabilities, type ClassGraph } from "../../onnx/classGraph.ts";
import type { GraphBuilder, Value } from "../../onnx/graphBuilder.ts";
import { crossGraph } from "../../onnx/crossGraph.ts";
import { pickColumns } from "../../onnx/steps.ts";

/** Classifiers by Markov chains (bkpc, bmkc): class probabilities under every draw of the coefficients, averaged. */
export function projectionGraph(graph: GraphBuilder, engine: Engine, parameters: unknown, X: Value): ClassGraph {
  const fit = readProjectionFit(engine, parameters, "parameters");
  const { basis, intercept, draws, predictive, order, sizes, priors } = fit;
  if (predictive !== "plugin") {
    throw new InputError(
      "not-exportable",
      'A classifier by Markov chains with the full predictive cannot be written as ONNX; fit one with predictive "plugin".',
    );
  }
  const design = basis.kind === "components" ? componentsOf() : crossGraph(graph, basis.kernel, X, basis.rows);
  const C = order.length;
  const S = draws.logNoise.length;
  const { slopes, intercepts } = scoreColumns(draws.coefficients, C, intercept);
  const shifts = sizes.map((size, k) => (priors ? Math.log(priors[k] / size) : 0));
  const linear = graph.node("MatMul", [design, graph.matrix(slopes)]);
  const scores = graph.node("Add", [linear, graph.row(intercepts.map((value, at) => value + shifts[at % C]))]);
  const ofDraws = graph.node("Softmax", [graph.node("Reshape", [scores, graph.integers([-1, S, C])])], { axis: 2 });
  const mean = graph.node("ReduceMean", [ofDraws], { axes: [1], keepdims: 0 });
  const places = Array.from({ length: C }, (_, c) => order.indexOf(c));
  return { scores: scoresOfProbabilities(graph, pickColumns(graph, mean, places)) };

  function componentsOf(): Value {
    const { kernel, basis: kept } = (basis as Extract<typeof basis, { kind: "components" }>).components;
    const centered = graph.node("Sub", [crossGraph(graph, kernel, X, kept.rows), graph.row(kept.means)]);
    return graph.node("MatMul", [centered, graph.matrix(kept.coefficients)]);
  }
}

/** Draws as columns: class k of draw s in column s C + k, the reference, the last class, with zeros; and the intercepts alike. */
function scoreColumns(
  { data, rows: S, columns }: Matrix,
  C: number,
  intercept: boolean,
): { readonly slopes: Matrix; readonly intercepts: Float64Array } {
  const q = C - 1;
  const first = intercept ? 1 : 0;
  const p = columns / q - first;
  const slopes = matrix(p, S * C);
  const intercepts = new Float64Array(S * C);
  for (let s = 0; s < S; s++) {
    for (let k = 0; k < q; k++) {
      if (intercept) intercepts[s * C + k] = data[s * columns + k];
      for (let l = 0; l < p; l++) slopes.data[l * S * C + s * C + k] = data[s * columns + (l + first) * q + k];
    }
  }
  return { slopes, intercepts };
}
