import { bytesField, floatField, integerField, joined, textField } from "./wire.ts";

/**
 * The messages of an ONNX file, as far as they are written here (https://onnx.ai/onnx/repo-docs/IR.html). Field numbers are
 * those of `onnx.proto`.
 */

/** The kinds of numbers that tensors hold, by their numbers in the format. */
const elementTypes = { int64: 7, string: 8, bool: 9, double: 11 } as const;
type ElementType = keyof typeof elementTypes;

/** A constant of a graph. */
export interface Tensor {
  readonly name: string;
  readonly dimensions: readonly number[];
  readonly data: Float64Array | BigInt64Array | readonly string[];
}

/** A tensor that goes into a graph or comes out of it; a dimension that is a text may have any size. */
export interface TensorType {
  readonly name: string;
  readonly type: ElementType;
  readonly dimensions: readonly (number | string)[];
  readonly description?: string;
}

/** Options of an operator: whole numbers, numbers of 32 bits, texts, lists of them, or a graph. */
export type Attribute = number | { readonly float: number } | string | readonly number[] | readonly string[] | Graph;

/** One step of a graph. */
export interface Node {
  readonly operator: string;
  /** Of the standard operators when absent. */
  readonly domain?: string | undefined;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: Readonly<Record<string, Attribute>>;
}

export interface Graph {
  readonly name: string;
  readonly nodes: readonly Node[];
  readonly constants: readonly Tensor[];
  readonly inputs: readonly TensorType[];
  readonly outputs: readonly TensorType[];
}

export interface OnnxFile {
  readonly graph: Graph;
  readonly producer: { readonly name: string; readonly version: string };
  readonly description: string;
  /** Versions of the sets of operators, by domain; "" is that of the standard operators. */
  readonly operators: Readonly<Record<string, number>>;
  readonly metadata: Readonly<Record<string, string>>;
}

/** The version of the format: 8 goes with operators up to version 18. */
const formatVersion = 8;

/** The bytes of a file. */
export function onnxBytes({ graph, producer, description, operators, metadata }: OnnxFile): Uint8Array {
  return joined([
    integerField(1, formatVersion),
    textField(2, producer.name),
    textField(3, producer.version),
    textField(6, description),
    bytesField(7, graphBytes(graph)),
    ...Object.entries(operators).map(([domain, version]) =>
      bytesField(8, joined([textField(1, domain), integerField(2, version)])),
    ),
    ...Object.entries(metadata).map(([key, value]) => bytesField(14, joined([textField(1, key), textField(2, value)]))),
  ]);
}

function graphBytes({ name, nodes, constants, inputs, outputs }: Graph): Uint8Array {
  return joined([
    ...nodes.map((node) => bytesField(1, nodeBytes(node))),
    textField(2, name),
    ...constants.map((tensor) => bytesField(5, tensorBytes(tensor))),
    ...inputs.map((type) => bytesField(11, typeBytes(type))),
    ...outputs.map((type) => bytesField(12, typeBytes(type))),
  ]);
}

function nodeBytes({ operator, domain, inputs, outputs, attributes }: Node): Uint8Array {
  return joined([
    ...inputs.map((input) => textField(1, input)),
    ...outputs.map((output) => textField(2, output)),
    textField(4, operator),
    ...Object.entries(attributes).map(([name, value]) => bytesField(5, attributeBytes(name, value))),
    ...(domain === undefined ? [] : [textField(7, domain)]),
  ]);
}

/** The kinds of attributes by their numbers. */
const kinds = { float: 1, integer: 2, text: 3, graph: 5, integers: 7, texts: 8 } as const;

function attributeBytes(name: string, value: Attribute): Uint8Array {
  const of = (kind: keyof typeof kinds, fields: readonly Uint8Array[]): Uint8Array =>
    joined([textField(1, name), ...fields, integerField(20, kinds[kind])]);
  if (typeof value === "number") return of("integer", [integerField(3, value)]);
  if (typeof value === "string") return of("text", [textField(4, value)]);
  if ("nodes" in value) return of("graph", [bytesField(6, graphBytes(value))]);
  if ("float" in value) return of("float", [floatField(2, value.float)]);
  return value.every((entry) => typeof entry === "string")
    ? of(
        "texts",
        value.map((entry) => textField(9, entry)),
      )
    : of(
        "integers",
        value.map((entry) => integerField(8, entry)),
      );
}

function tensorBytes({ name, dimensions, data }: Tensor): Uint8Array {
  const sizes = dimensions.map((size) => integerField(1, size));
  if (data instanceof Float64Array || data instanceof BigInt64Array) {
    const type = data instanceof Float64Array ? elementTypes.double : elementTypes.int64;
    return joined([...sizes, integerField(2, type), textField(8, name), bytesField(9, littleEndian(data))]);
  }
  const texts = data.map((text) => textField(6, text));
  return joined([...sizes, integerField(2, elementTypes.string), ...texts, textField(8, name)]);
}

/** The format is little-endian, whatever the machine is. */
function littleEndian(data: Float64Array | BigInt64Array): Uint8Array {
  const bytes = new Uint8Array(8 * data.length);
  const view = new DataView(bytes.buffer);
  data.forEach((value: number | bigint, index: number) => {
    if (typeof value === "bigint") view.setBigInt64(8 * index, value, true);
    else view.setFloat64(8 * index, value, true);
  });
  return bytes;
}

function typeBytes({ name, type, dimensions, description }: TensorType): Uint8Array {
  const shape = dimensions.map((size) =>
    bytesField(1, typeof size === "number" ? integerField(1, size) : textField(2, size)),
  );
  const tensor = joined([integerField(1, elementTypes[type]), bytesField(2, joined(shape))]);
  return joined([
    textField(1, name),
    bytesField(2, bytesField(1, tensor)),
    ...(description === undefined ? [] : [textField(3, description)]),
  ]);
}
