import { matrix, mapMatrix, type Matrix, transpose } from "../engine/matrix.ts";
import { InputError } from "../errors.ts";
import type { Kernel, KernelDocument } from "../kernels/kernel.ts";
import { selectColumns } from "../matrix/row.ts";
import type { GraphBuilder, Value } from "./graphBuilder.ts";
import { pickColumns, squaredNorms, times, asNumbers } from "./steps.ts";
import { scaleMatrix } from "../matrix/addMatrices.ts";

/** What a part of a kernel gives: a matrix, or one number for all pairs of rows. */
interface Part {
  readonly value: Value;
  readonly isNumber: boolean;
}

/** The kernel of the rows X (down) with rows that are known (across). */
export function crossGraph(graph: GraphBuilder, kernel: Kernel, X: Value, rows: Matrix): Value {
  const { value, isNumber } = cross(graph, kernel.toDocument(), X, rows, 1);
  if (!isNumber) return value;
  return graph.node("Add", [graph.node("MatMul", [X, graph.matrix(matrix(rows.columns, rows.rows))]), value]);
}

/** The kernel of each row with itself, as a column or as one number. */
export function diagonalGraph(graph: GraphBuilder, kernel: Kernel, X: Value, columns: number): Value {
  return diagonal(graph, kernel.toDocument(), X, columns);
}

/** A kernel times a factor, which is taken inside: see `graphBuilder` for why it may not stand before a product of matrices. */
function cross(graph: GraphBuilder, document: KernelDocument, X: Value, rows: Matrix, factor: number): Part {
  const all = (value: Value): Part => ({ value, isNumber: false });
  const number = (value: number): Part => ({ value: graph.number(factor * value), isNumber: true });
  const distances = (): Value => squaredDistances(graph, X, rows, lengthWeights(document, rows.columns));
  switch (document.kind) {
    case "gaussian":
      return all(raised(graph, times(graph, distances(), -0.5), factor));
    case "matern":
      return all(maternOf(graph, distances(), document, factor));
    case "rationalQuadratic":
      return all(rationalQuadraticOf(graph, distances(), document["shape"] as number, factor));
    case "l1":
    case "hamming": {
      const weights = perColumn(document, "weight", rows.columns);
      return all(raised(graph, additiveExponent(graph, X, rows, weights, document.kind), factor));
    }
    case "linear":
      return all(products(graph, X, rows, factor));
    case "polynomial": {
      const [scale, offset] = [document["scale"] as number, document["offset"] as number];
      const base = graph.node("Add", [products(graph, X, rows, scale), graph.number(offset)]);
      const last = graph.node("Add", [products(graph, X, rows, factor * scale), graph.number(factor * offset)]);
      return all(power(graph, last, base, document));
    }
    case "constant":
      return number(document["variance"] as number);
    case "nugget":
      return number(0);
    case "scale":
      return cross(graph, nested(document), X, rows, factor * (document["variance"] as number));
    case "columns": {
      const columns = document["columns"] as number[];
      return cross(graph, nested(document), pickColumns(graph, X, columns), selectColumns(rows, columns), factor);
    }
    case "sum":
      return partsOf(document)
        .map((part) => cross(graph, part, X, rows, factor))
        .reduce((left, right) => together(graph, "Add", left, right));
    case "product":
      return partsOf(document)
        .map((part, at) => cross(graph, part, X, rows, at === 0 ? factor : 1))
        .reduce((left, right) => together(graph, "Mul", left, right));
    case "composite":
      return all(compositeOf(graph, document, X, rows, factor));
    default:
      throw notExportable(document);
  }
}

function together(graph: GraphBuilder, operator: "Add" | "Mul", left: Part, right: Part): Part {
  return {
    value: graph.node(operator, [left.value, right.value]),
    isNumber: left.isNumber && right.isNumber,
  };
}

function diagonal(graph: GraphBuilder, document: KernelDocument, X: Value, columns: number): Value {
  switch (document.kind) {
    case "gaussian":
    case "matern":
    case "rationalQuadratic":
    case "l1":
    case "hamming":
      return graph.number(1);
    case "linear":
      return squaredNorms(graph, X);
    case "polynomial": {
      const inner = times(graph, squaredNorms(graph, X), document["scale"] as number);
      const base = graph.node("Add", [inner, graph.number(document["offset"] as number)]);
      return power(graph, base, base, document);
    }
    case "constant":
    case "nugget":
      return graph.number(document["variance"] as number);
    case "scale":
      return times(graph, diagonal(graph, nested(document), X, columns), document["variance"] as number);
    case "columns": {
      const chosen = document["columns"] as number[];
      return diagonal(graph, nested(document), pickColumns(graph, X, chosen), chosen.length);
    }
    case "sum":
    case "product": {
      const operator = document.kind === "sum" ? "Add" : "Mul";
      return partsOf(document)
        .map((part) => diagonal(graph, part, X, columns))
        .reduce((left, right) => graph.node(operator, [left, right]));
    }
    case "composite":
      return compositeDiagonal(graph, document, X, columns);
    default:
      throw notExportable(document);
  }
}

/** last · base^(degree − 1). */
function power(graph: GraphBuilder, last: Value, base: Value, document: KernelDocument): Value {
  let result = last;
  for (let degree = 1; degree < (document["degree"] as number); degree++) result = graph.node("Mul", [result, base]);
  return result;
}

function nested(document: KernelDocument): KernelDocument {
  return document["kernel"] as KernelDocument;
}

function partsOf(document: KernelDocument): readonly KernelDocument[] {
  return document[document.kind === "sum" ? "terms" : "factors"] as KernelDocument[];
}

function notExportable({ kind }: KernelDocument): InputError {
  return new InputError(
    "not-exportable",
    `A model with a ${kind} kernel cannot be written as ONNX; fit one with another kernel, such as gaussian, l1 or linear.`,
  );
}

/** factor · exp(exponent). */
function raised(graph: GraphBuilder, exponent: Value, factor: number): Value {
  const all = factor === 1 ? exponent : graph.node("Add", [exponent, graph.number(Math.log(factor))]);
  return graph.node("Exp", [all]);
}

/** The Matérn kernel of squared distances, times a factor. */
function maternOf(graph: GraphBuilder, D: Value, document: KernelDocument, factor: number): Value {
  const smoothness = document["smoothness"] as 0.5 | 1.5 | 2.5;
  const t = graph.node("Sqrt", [times(graph, D, 2 * smoothness)]);
  const decay = raised(graph, graph.node("Neg", [t]), factor);
  if (smoothness === 0.5) return decay;
  const linear = graph.node("Add", [t, graph.number(1)]);
  if (smoothness === 1.5) return graph.node("Mul", [linear, decay]);
  const squares = times(graph, graph.node("Mul", [t, t]), 1 / 3);
  return graph.node("Mul", [graph.node("Add", [linear, squares]), decay]);
}

/** (1 + D/2α)^−α of squared distances D, times a factor. */
function rationalQuadraticOf(graph: GraphBuilder, D: Value, shape: number, factor: number): Value {
  const base = graph.node("Add", [times(graph, D, 1 / (2 * shape)), graph.number(1)]);
  return raised(graph, times(graph, graph.node("Log", [base]), -shape), factor);
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
function compositeOf(graph: GraphBuilder, document: KernelDocument, X: Value, rows: Matrix, factor: number): Value {
  const { variance, inverse, slope, bias, weights } = compositeNumbers(document, rows.columns);
  const weighted = mapMatrix(rows, (value, at) => slope * weights[at % rows.columns] * value);
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
function compositeDiagonal(graph: GraphBuilder, document: KernelDocument, X: Value, columns: number): Value {
  const { variance, slope, bias, nugget, weights } = compositeNumbers(document, columns);
  const roots = weights.map((weight) => Math.sqrt(slope * weight));
  const straight = squaredNorms(graph, graph.node("Mul", [X, graph.row(roots)]));
  return graph.node("Add", [straight, graph.number(variance + bias + nugget)]);
}

/** One over the squared length scale of every column. */
function lengthWeights(document: KernelDocument, columns: number): Float64Array {
  return perColumn(document, "lengthScale", columns).map((each) => 1 / (each * each));
}

/** One number for every column from one for all, one a column, or one a group of columns. */
function perColumn(document: KernelDocument, name: string, columns: number): Float64Array {
  const value = document[name] as number | readonly number[];
  const groups = document["groups"] as readonly number[] | undefined;
  return Float64Array.from({ length: columns }, (_, j) =>
    typeof value === "number" ? value : value[groups ? groups[j] : j],
  );
}

/** Σⱼ wⱼ (xⱼ − zⱼ)², about the mean of the known rows, so that little cancels; never below 0. */
function squaredDistances(graph: GraphBuilder, X: Value, rows: Matrix, weights: Float64Array): Value {
  const { rows: n, columns: p } = rows;
  const roots = weights.map(Math.sqrt);
  const center = new Float64Array(p);
  rows.data.forEach((value, at) => (center[at % p] += (value * roots[at % p]) / n));
  const Z = mapMatrix(rows, (value, at) => value * roots[at % p] - center[at % p]);
  const norms = Float64Array.from({ length: n }, (_, i) =>
    Z.data.subarray(i * p, (i + 1) * p).reduce((sum, value) => sum + value * value, 0),
  );
  const scaled = graph.node("Sub", [graph.node("Mul", [X, graph.row(roots)]), graph.row(center)]);
  const doubled = mapMatrix(Z, (value) => -2 * value);
  const inner = graph.node("MatMul", [scaled, graph.matrix(transpose(doubled))]);
  const own = graph.node("Add", [squaredNorms(graph, scaled), graph.row(norms)]);
  return graph.node("Max", [graph.node("Add", [own, inner]), graph.number(0)]);
}

/** −Σⱼ wⱼ |xⱼ − zⱼ|, or with [xⱼ ≠ zⱼ]: column by column, so that no more than one matrix is held. */
function additiveExponent(
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
function products(graph: GraphBuilder, X: Value, rows: Matrix, factor: number): Value {
  return graph.node("MatMul", [X, graph.matrix(transpose(scaleMatrix(rows, factor)))]);
}
