import { matrix, type Matrix } from "../engine/matrix.ts";
import { InputError } from "../errors.ts";
import type { Kernel, KernelDocument } from "../kernels/kernel.ts";
import { selectColumns } from "../matrix/row.ts";
import { additiveExponent, products, squaredDistances } from "./squaredDistancesGraph.ts";
import type { GraphBuilder, Value } from "./graphBuilder.ts";
import { lengthWeights, perColumn } from "./lengthWeights.ts";
import { compositeDiagonal, compositeOf, maternOf, raised } from "./maternOf.ts";
import { pickColumns, squaredNorms, times } from "./steps.ts";

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
    case "rationalQuadratic": {
      const shape = document["shape"] as number;
      const base = graph.node("Add", [times(graph, distances(), 1 / (2 * shape)), graph.number(1)]);
      return all(raised(graph, times(graph, graph.node("Log", [base]), -shape), factor));
    }
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
