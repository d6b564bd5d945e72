import {
  type CategoryEncoding,
  type Encoding,
  type NumberEncoding,
  columnGroups,
  levelCount,
  widthOf,
} from "../encoding/encoding.ts";
import { largestEncodedValue } from "../posterior/largestEncodedValue.ts";
import { InputError } from "../errors.ts";
import { quote } from "../table/quote.ts";
import { option, wording } from "../wording.ts";
import type { TensorType } from "./onnxBytes.ts";
import type { GraphBuilder, Value } from "./graphBuilder.ts";
import { asNumbers, beside, pickColumns, rowSums, within } from "./steps.ts";
import { matrix } from "../engine/matrix.ts";

/** The columns of a table that a graph takes: numbers in one matrix, texts in another. */
export interface OnnxColumns {
  readonly numbers: readonly string[];
  readonly texts: readonly string[];
}

/** What a table becomes in a graph. */
interface EncodedGraph {
  readonly columns: OnnxColumns;
  readonly inputs: readonly TensorType[];
  /** The encoded rows. */
  readonly X: Value;
  /** A column that is 0 for rows that can be predicted and NaN for those that the library refuses. */
  readonly guard: Value;
}

/** Encoded values are kept within this bound, as the library does it. */
const farthest = 1e150;
const indicator = Math.SQRT1_2;

/** The names of the inputs. */
const NUMBERS = "numbers";
const TEXTS = "texts";

/** The columns of a table that an ONNX model takes: as numbers and as texts, each in the order of the encoding. */
export function onnxColumns({ columns }: Encoding): OnnxColumns {
  const isText = (column: Encoding["columns"][number]): boolean => column.kind === "category" && !column.numeric;
  return {
    numbers: columns.filter((column) => !isText(column)).map(({ name }) => name),
    texts: columns.filter(isText).map(({ name }) => name),
  };
}

/**
 * The encoding of a table inside a graph: standardization, ranks, indicators of levels and of missing cells. A missing number is NaN,
 * a missing text is empty. What the library refuses (missing cells, levels that did not occur in training, values out of all bounds)
 * a graph cannot refuse; such rows are marked.
 */
export function encodingGraph(graph: GraphBuilder, encoding: Encoding): EncodedGraph {
  const columns = onnxColumns(encoding);
  const refused: Value[] = [];
  const parts: EncodedPart[] = [];
  const number = (name: string): Value => pickColumns(graph, NUMBERS, [columns.numbers.indexOf(name)]);
  const text = (name: string): Value => pickColumns(graph, TEXTS, [columns.texts.indexOf(name)]);

  const standardized: { readonly column: NumberEncoding; readonly place: number }[] = [];
  let place = 0;
  for (const column of encoding.columns) {
    const width = widthOf(column);
    const at = (first: number, count: number): number[] => Array.from({ length: count }, (_, k) => place + first + k);
    if (column.kind === "number") {
      standardized.push({ column, place });
      if (column.indicator) parts.push({ value: isMissing(graph, number(column.name)), places: at(1, 1) });
    } else if (column.kind === "rank") {
      const value = number(column.name);
      const missing = graph.node("IsNaN", [value]);
      const rank = rankGraph(graph, value, column.values, column.counts);
      parts.push({ value: graph.node("Where", [missing, graph.number(0), rank]), places: at(0, 1) });
      if (column.indicator) parts.push({ value: asNumbers(graph, missing), places: at(1, 1) });
    } else if (column.kind === "date") {
      throw noDates(column.name);
    } else if (column.kind === "presence") {
      parts.push({ value: isMissing(graph, number(column.name)), places: at(0, 1) });
    } else {
      const { value, unknown } = categoryGraph(graph, column, column.numeric ? number(column.name) : text(column.name));
      parts.push({ value, places: at(0, width) });
      if (encoding.unseen === "refuse") refused.push(unknown);
    }
    place += width;
  }
  if (standardized.length > 0) {
    const own = standardized.map(({ column }) => columns.numbers.indexOf(column.name));
    const values = isAll(own, columns.numbers.length) ? NUMBERS : pickColumns(graph, NUMBERS, own);
    parts.unshift({
      value: standardizedGraph(
        graph,
        standardized.map(({ column }) => column),
        values,
      ),
      places: standardized.map((each) => each.place),
    });
  }
  if (encoding.missing !== "impute") refused.push(...missingCells(graph, columns));
  const X = inPlaces(graph, parts, columnGroups(encoding).length);
  const near = graph.node("Less", [graph.node("Abs", [X]), graph.number(largestEncodedValue)]);
  refused.push(rowSums(graph, asNumbers(graph, graph.node("Not", [near]))));
  return { columns, inputs: inputsOf(columns), X, guard: guardOf(graph, refused) };
}

/** A graph has no steps that read dates out of texts. */
function noDates(name: string): InputError {
  return new InputError(
    "not-exportable",
    `Column ${quote(name)} holds dates, which an ONNX graph cannot read.`,
    { column: name },
    wording`Turn them into numbers before the fit, such as days since an event, or fit with ${option("exclude", name)}.`,
  );
}

/** Encoded columns and their places among all. */
interface EncodedPart {
  readonly value: Value;
  readonly places: readonly number[];
}

function isMissing(graph: GraphBuilder, value: Value): Value {
  return asNumbers(graph, graph.node("IsNaN", [value]));
}

/** How many cells of each row are missing, among the numbers and among the texts. */
function missingCells(graph: GraphBuilder, { numbers, texts }: OnnxColumns): Value[] {
  const counts: Value[] = [];
  if (numbers.length > 0) counts.push(rowSums(graph, isMissing(graph, NUMBERS)));
  if (texts.length > 0) {
    const empty = graph.node("Equal", [levelCodes(graph, TEXTS, [""]), graph.integers([0])]);
    counts.push(rowSums(graph, asNumbers(graph, empty)));
  }
  return counts;
}

/** The parts side by side, every column in its place. */
function inPlaces(graph: GraphBuilder, parts: readonly EncodedPart[], width: number): Value {
  const together = beside(
    graph,
    parts.map(({ value }) => value),
  );
  const places = parts.flatMap((part) => part.places);
  const order = Array.from({ length: width }, (_, k) => places.indexOf(k));
  return isAll(order, width) ? together : pickColumns(graph, together, order);
}

/** NaN in rows that have a problem, 0 in the others. */
function guardOf(graph: GraphBuilder, refused: readonly Value[]): Value {
  const problems = refused.reduce((left, right) => graph.node("Add", [left, right]));
  return graph.node("Where", [
    graph.node("Less", [graph.number(0), problems]),
    graph.number(Number.NaN),
    graph.number(0),
  ]);
}

function inputsOf({ numbers, texts }: OnnxColumns): TensorType[] {
  return [
    ...(numbers.length > 0
      ? [
          {
            name: NUMBERS,
            type: "double",
            dimensions: ["rows", numbers.length],
            description: `Columns ${numbers.join(", ")}; NaN where a cell is missing.`,
          } as const,
        ]
      : []),
    ...(texts.length > 0
      ? [
          {
            name: TEXTS,
            type: "string",
            dimensions: ["rows", texts.length],
            description: `Columns ${texts.join(", ")}; empty where a cell is missing.`,
          } as const,
        ]
      : []),
  ];
}

/** z = ((x/unit − origin) − center)/scale for all number columns at once, step by step as the library does it. */
function standardizedGraph(graph: GraphBuilder, columns: readonly NumberEncoding[], values: Value): Value {
  const row = (name: "unit" | "origin" | "center" | "scale" | "fill"): Value =>
    graph.row(columns.map((column) => column[name]));
  const inUnits = graph.node("Sub", [graph.node("Div", [values, row("unit")]), row("origin")]);
  const z = graph.node("Div", [graph.node("Sub", [inUnits, row("center")]), row("scale")]);
  const missing = graph.node("IsNaN", [values]);
  return graph.node("Where", [missing, row("fill"), within(graph, z, -farthest, farthest)]);
}

/** The codes of a category, and a column that is 1 where a cell is of none of the known levels. */
function categoryGraph(
  graph: GraphBuilder,
  encoding: CategoryEncoding,
  column: Value,
): { readonly value: Value; readonly unknown: Value } {
  const { coding, numeric, levels, rareLevels, missingLevel } = encoding;
  const missing = numeric
    ? graph.node("IsNaN", [column])
    : graph.node("Equal", [levelCodes(graph, column, [""]), graph.integers([0])]);
  const isLevel = isEach(graph, column, numeric, levels);
  // 1 where a cell is neither missing nor one of the levels.
  const isNone = (found: Value): Value =>
    graph.node("Sub", [
      graph.number(1),
      graph.node("Add", [rowSums(graph, asNumbers(graph, found)), asNumbers(graph, missing)]),
    ]);
  const other = isNone(isLevel);
  const unknown = rareLevels ? isNone(beside(graph, [isLevel, isEach(graph, column, numeric, rareLevels)])) : other;
  // Rare levels share a code with levels that did not occur in training: with all that have none of their own.
  const rare = rareLevels ? [graph.node("Less", [graph.number(0), other])] : [];
  const codes = [isLevel, ...rare, ...(missingLevel ? [missing] : [])];
  const isOne = codes.length === 1 ? isLevel : beside(graph, codes);
  if (coding === "one-hot") {
    return { value: graph.node("Where", [isOne, graph.number(indicator), graph.number(0)]), unknown };
  }
  // The number of the level, −1 for none: with levels counted from 1, their sum less 1.
  const counted = graph.node("Mul", [
    asNumbers(graph, isOne),
    graph.row(Array.from({ length: levelCount(encoding) }, (_, k) => k + 1)),
  ]);
  return { value: graph.node("Sub", [rowSums(graph, counted), graph.number(1)]), unknown };
}

/** For each of several levels whether a cell is it. */
function isEach(graph: GraphBuilder, column: Value, numeric: boolean, levels: readonly string[]): Value {
  if (numeric) return graph.node("Equal", [column, graph.row(levels.map(Number))]);
  return graph.node("Equal", [levelCodes(graph, column, levels), graph.integers(Array.from(levels.keys()))]);
}

/** For each text the number of the level it is, −1 for none. */
function levelCodes(graph: GraphBuilder, texts: Value, levels: readonly string[]): Value {
  return graph.nodes(
    "LabelEncoder",
    [texts],
    1,
    { keys_strings: levels, values_int64s: Array.from(levels.keys()), default_int64: -1 },
    "ai.onnx.ml",
  )[0];
}

/** Whether a list of places takes all of so many, in their order. */
function isAll(places: readonly number[], count: number): boolean {
  return places.length === count && places.every((at, k) => at === k);
}

/**
 * The place of a column of numbers among known values, √12 ((#{< x} + #{≤ x})/(2n) − ½): `counts` says how many rows have at most
 * each value.
 */
export function rankGraph(
  graph: GraphBuilder,
  column: Value,
  values: ArrayLike<number>,
  counts: ArrayLike<number>,
): Value {
  const V = values.length;
  const total = counts[V - 1];
  const shares = Float64Array.from(
    { length: V },
    (_, v) => (Math.sqrt(12) * (counts[v] - (v > 0 ? counts[v - 1] : 0))) / (2 * total),
  );
  const known = graph.row(values);
  const below = asNumbers(graph, graph.node("Less", [known, column]));
  const above = asNumbers(graph, graph.node("Less", [column, known]));
  // √12 (Σ share ([v < x] + 1 − [v > x]) − ½), where the shares sum to ½.
  return graph.node("MatMul", [graph.node("Sub", [below, above]), graph.matrix(matrix(V, 1, shares))]);
}
