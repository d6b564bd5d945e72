import type { Matrix } from "../engine/matrix.ts";
import type { Attribute, Graph, Node, Tensor, TensorType } from "./onnxBytes.ts";

/** The name of a tensor in a graph that is being built. */
export type Value = string;

type Attributes = Readonly<Record<string, Attribute>>;

/** Builds a graph step by step; steps may only use what is there. */
export interface GraphBuilder {
  /** A step with one result. */
  node(operator: string, inputs: readonly Value[], attributes?: Attributes): Value;
  /** A step with several results, or of another set of operators. */
  nodes(operator: string, inputs: readonly Value[], results: number, attributes?: Attributes, domain?: string): Value[];
  matrix(matrix: Matrix): Value;
  /** A row of numbers, 1 × length. */
  row(numbers: ArrayLike<number>): Value;
  /** One number as a 1 × 1 matrix, which any matrix can be added to or multiplied with. */
  number(value: number): Value;
  tensor(data: Float64Array, dimensions: readonly number[]): Value;
  /** A list of whole numbers. */
  integers(numbers: readonly number[]): Value;
  texts(texts: readonly string[]): Value;
  /** A graph inside a step, such as the body of a loop; it may use all that this graph has so far. */
  inner(
    build: (inner: GraphBuilder) => { readonly inputs: readonly TensorType[]; readonly outputs: readonly TensorType[] },
  ): Graph;
  /** Gives the last tensor of a graph its name. */
  rename(value: Value, name: string): Value;
  finish(name: string, inputs: readonly TensorType[], outputs: readonly TensorType[]): Graph;
}

/**
 * A graph to begin with. One rule is watched over: a product of matrices may not stand next to a product with a single number that is
 * known. Optimizers of runtimes make one step of the two, in which the number has 32 bits, and the result seven digits.
 */
export function graphBuilder(prefix = ""): GraphBuilder {
  const nodes: Node[] = [];
  const constants: Tensor[] = [];
  let named = 0;
  let bodies = 0;
  const made: Made = { numbers: new Set(), matrices: new Set(), scaled: new Set() };
  const fresh = (kind: string): Value => `${prefix}${kind}_${named++}`;
  const constant = (data: Tensor["data"], dimensions: readonly number[]): Value => {
    const name = fresh("constant");
    constants.push({ name, dimensions, data });
    if (data.length === 1) made.numbers.add(name);
    return name;
  };
  const builder: GraphBuilder = {
    node: (operator, inputs, attributes) => builder.nodes(operator, inputs, 1, attributes)[0],
    nodes(operator, inputs, results, attributes = {}, domain) {
      const outputs = Array.from({ length: results }, () => fresh(operator));
      watchProducts(made, operator, inputs, outputs);
      nodes.push({ operator, domain, inputs, outputs, attributes });
      return outputs;
    },
    matrix: ({ data, rows, columns }) => constant(data, [rows, columns]),
    row: (numbers) => constant(Float64Array.from(numbers), [1, numbers.length]),
    number: (value) => constant(Float64Array.of(value), [1, 1]),
    tensor: constant,
    integers: (numbers) => constant(BigInt64Array.from(numbers, BigInt), [numbers.length]),
    texts: (texts) => constant(texts, [texts.length]),
    inner(build) {
      const body = graphBuilder(`${prefix}body${bodies++}_`);
      const { inputs, outputs } = build(body);
      return body.finish("body", inputs, outputs);
    },
    rename(value, name) {
      nodes.push({ operator: "Identity", domain: undefined, inputs: [value], outputs: [name], attributes: {} });
      return name;
    },
    finish: (name, inputs, outputs) => ({ name, nodes, constants, inputs, outputs }),
  };
  return builder;
}

/** Known numbers, products of matrices, and products with a known number. */
interface Made {
  readonly numbers: Set<Value>;
  readonly matrices: Set<Value>;
  readonly scaled: Set<Value>;
}

/** Refuses a product of matrices next to a product with a known number, and remembers both kinds. */
function watchProducts(
  { numbers, matrices, scaled }: Made,
  operator: string,
  inputs: readonly Value[],
  [result]: readonly Value[],
): void {
  const isScaling = (operator === "Mul" || operator === "Div") && inputs.some((input) => numbers.has(input));
  const isProduct = operator === "MatMul";
  if (
    (isScaling && inputs.some((input) => matrices.has(input))) ||
    (isProduct && inputs.some((input) => scaled.has(input)))
  ) {
    throw new RangeError(`${operator} of ${inputs.join(" and ")} would lose digits: take the number into the matrix.`);
  }
  if (isProduct) matrices.add(result);
  if (isScaling) scaled.add(result);
}
