import { matrix, type Matrix } from "../engine/matrix.ts";
import type { KernelDocument } from "../kernels/kernel.ts";
import { products, squaredDistances } from "./squaredDistancesGraph.ts";
import type { GraphBuilder, Value } from "./graphBuilder.ts";
import { perColumn } from "./lengthWeights.ts";
import { squaredNorms, times } from "./steps.ts";

/** factor · exp(exponent). */
export function raised(graph: GraphBuilder, exponent: Value, factor: number): Value {
  const all = factor === 1 ? exponent : graph.node("Add", [exponent, graph.number(Math.log(factor))]);
  return graph.node("Exp", [all]);
}

/** The Matérn kernel of squared distances, times a factor. */
export function maternOf(graph: GraphBuilder, D: Value, document: KernelDocument, factor: number): Value {
  const smoothness = document["smoothness"] as 0.5 | 1.5 | 2.5;
  const t = graph.node("Sqrt", [times(graph, D, 2 * smoothness)]);
  const decay = raised(graph, graph.node("Neg", [t]), factor);
  if (smoothness === 0.5) return decay;
  const linear = graph.node("Add", [t, graph.number(1)]);
  if (smoothness === 1.5) return graph.node("Mul", [linear, decay]);
  const squares = times(graph, graph.node("Mul", [t, t]), 1 / 3);
  return graph.node("Mul", [graph.node("Add", [linear, squares]), decay]);
}

/** The numbers of a composite kernel: θ₁ to θ₅ and the weights of the columns. */
function compositeNumbers(
  document: KernelDocument,
  columns: number,
): Readonly<Record<"variance" | "inverse" | "slope" | "bias" | "nugget", number>> & { readonly weights: Float64Array } {
  return {
    variance: document["variance"] as number,
    inverse: document["inverseSquaredLength"] as number,
    slope: document["linear"] as number,
    bias: document["bias"] as number,
    nugget: document["nugget"] as number,
    weights: perColumn(document, "relevance", columns),
  };
}

/** The composite kernel of rows with known ones, times a factor. */
export function compositeOf(
  graph: GraphBuilder,
  document: KernelDocument,
  X: Value,
  rows: Matrix,
  factor: number,
): Value {
  const { variance, inverse, slope, bias, weights } = compositeNumbers(document, rows.columns);
  const weighted = matrix(
    rows.rows,
    rows.columns,
    rows.data.map((value, at) => slope * weights[at % rows.columns] * value),
  );
  const straight = graph.node("Add", [products(graph, X, weighted, factor), graph.number(factor * bias)]);
  if (variance === 0) return straight;
  const D = squaredDistances(
    graph,
    X,
    rows,
    weights.map((weight) => inverse * weight),
  );
  return graph.node("Add", [raised(graph, times(graph, D, -0.5), factor * variance), straight]);
}

/** The composite kernel of each row with itself. */
export function compositeDiagonal(graph: GraphBuilder, document: KernelDocument, X: Value, columns: number): Value {
  const { variance, slope, bias, nugget, weights } = compositeNumbers(document, columns);
  const roots = weights.map((weight) => Math.sqrt(slope * weight));
  const straight = squaredNorms(graph, graph.node("Mul", [X, graph.row(roots)]));
  return graph.node("Add", [straight, graph.number(variance + bias + nugget)]);
}
