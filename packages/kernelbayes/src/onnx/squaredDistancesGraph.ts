import { matrix, type Matrix, transpose } from "../engine/matrix.ts";
import { scaleMatrix } from "../matrix/addMatrices.ts";
import type { GraphBuilder, Value } from "./graphBuilder.ts";
import { asNumbers, pickColumns, squaredNorms, times } from "./steps.ts";

/** Σⱼ wⱼ (xⱼ − zⱼ)², about the mean of the known rows, so that little cancels; never below 0. */
export function squaredDistances(graph: GraphBuilder, X: Value, rows: Matrix, weights: Float64Array): Value {
  const { rows: n, columns: p } = rows;
  const roots = weights.map(Math.sqrt);
  const center = new Float64Array(p);
  rows.data.forEach((value, at) => (center[at % p] += (value * roots[at % p]) / n));
  const Z = matrix(
    n,
    p,
    rows.data.map((value, at) => value * roots[at % p] - center[at % p]),
  );
  const norms = Float64Array.from({ length: n }, (_, i) =>
    Z.data.subarray(i * p, (i + 1) * p).reduce((sum, value) => sum + value * value, 0),
  );
  const scaled = graph.node("Sub", [graph.node("Mul", [X, graph.row(roots)]), graph.row(center)]);
  const doubled = matrix(
    n,
    p,
    Z.data.map((value) => -2 * value),
  );
  const inner = graph.node("MatMul", [scaled, graph.matrix(transpose(doubled))]);
  const own = graph.node("Add", [squaredNorms(graph, scaled), graph.row(norms)]);
  return graph.node("Max", [graph.node("Add", [own, inner]), graph.number(0)]);
}

/** −Σⱼ wⱼ |xⱼ − zⱼ|, or with [xⱼ ≠ zⱼ]: column by column, so that no more than one matrix is held. */
export function additiveExponent(
  graph: GraphBuilder,
  X: Value,
  rows: Matrix,
  weights: Float64Array,
  kind: "l1" | "hamming",
): Value {
  let total: Value | undefined;
  weights.forEach((weight, j) => {
    if (weight === 0) return;
    const x = pickColumns(graph, X, [j]);
    const z = graph.row(Float64Array.from({ length: rows.rows }, (_, i) => rows.data[i * rows.columns + j]));
    const apart =
      kind === "l1"
        ? graph.node("Abs", [graph.node("Sub", [x, z])])
        : asNumbers(graph, graph.node("Not", [graph.node("Equal", [x, z])]));
    const own = times(graph, apart, -weight);
    total = total === undefined ? own : graph.node("Add", [total, own]);
  });
  return total ?? graph.node("MatMul", [X, graph.matrix(matrix(rows.columns, rows.rows))]);
}

/** Inner products of rows with known ones, times a factor. */
export function products(graph: GraphBuilder, X: Value, rows: Matrix, factor: number): Value {
  return graph.node("MatMul", [X, graph.matrix(transpose(scaleMatrix(rows, factor)))]);
}
