import { InputError } from "../errors.ts";

/**
 * A named array of numbers in the safetensors layout, in row-major order.
 *
 *     8 bytes      length n of the header, a little-endian unsigned integer
 *     n bytes      the header, JSON in UTF-8, filled up with blanks to a multiple of eight
 *     the rest     the numbers, little-endian, tensor after tensor without gap or overlap
 *
 * The header is an object: `{ "name": { "dtype": "F64", "shape": [2, 3], "data_offsets": [from, to] }, … }`, offsets counted
 * from the end of the header, and `"__metadata__"` with texts alone. Of the types of the format these two are used.
 */
export interface Tensor extends TensorShape {
  readonly numbers: ArrayLike<number>;
}

/** A tensor without its numbers. */
export interface TensorShape {
  readonly name: string;
  readonly dtype: Dtype;
  readonly shape: readonly number[];
}

/** Texts by their names. */
type Metadata = Readonly<Record<string, string>>;

/** Doubles, and whole numbers of 32 bits. */
export type Dtype = "F64" | "I32";

export const bytesOf: Readonly<Record<Dtype, number>> = { F64: 8, I32: 4 };

/** The name in a header that belongs to no tensor. */
export const metadataName = "__metadata__";

/** Bytes before the header. */
export const prefixLength = 8;

/** Readers of the format refuse longer headers. */
export const longestHeader = 100_000_000;

/** The bytes of a safetensors file. Doubles come first, so that every number lies at a multiple of its size. */
export function formatSafetensors(tensors: readonly Tensor[], metadata: Metadata): Uint8Array<ArrayBuffer> {
  const inOrder = doublesFirst(tensors);
  const { text, numbersAt, length } = headOf(inOrder, metadata);
  const bytes = new Uint8Array(length);
  bytes.fill(blank, prefixLength, numbersAt);
  bytes.set(text, prefixLength);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, numbersAt - prefixLength, true); // the upper half of the eight bytes stays 0
  let at = numbersAt;
  for (const { dtype, numbers } of inOrder) {
    for (let i = 0; i < numbers.length; i++, at += bytesOf[dtype]) {
      if (dtype === "F64") view.setFloat64(at, numbers[i], true);
      else view.setInt32(at, numbers[i], true);
    }
  }
  return bytes;
}

/** How many bytes `formatSafetensors` makes. */
export function safetensorsLength(tensors: readonly TensorShape[], metadata: Metadata): number {
  return headOf(doublesFirst(tensors), metadata).length;
}

function doublesFirst<Each extends TensorShape>(tensors: readonly Each[]): Each[] {
  return tensors.toSorted((a, b) => bytesOf[b.dtype] - bytesOf[a.dtype]);
}

/** The header of tensors in their order, the place where their numbers begin, and the length of the file. */
function headOf(
  inOrder: readonly TensorShape[],
  metadata: Metadata,
): { text: Uint8Array; numbersAt: number; length: number } {
  let end = 0;
  const entries = inOrder.map(({ name, dtype, shape }): [string, object] => {
    const start = end;
    end += bytesOf[dtype] * shape.reduce((count, size) => count * size, 1);
    return [name, { dtype, shape, data_offsets: [start, end] }];
  });
  const text = new TextEncoder().encode(JSON.stringify(Object.fromEntries([[metadataName, metadata], ...entries])));
  const headerLength = Math.ceil(text.length / 8) * 8;
  requireRoom(headerLength);
  const numbersAt = prefixLength + headerLength;
  return { text, numbersAt, length: numbersAt + end };
}

const blank = 0x20;

/** Refuses a header that readers of the format would refuse. */
export function requireRoom(headerLength: number): void {
  if (headerLength <= longestHeader) return;
  throw new InputError(
    "too-large",
    `What is not numbers in the document takes ${headerLength} bytes; a safetensors file has room for ${longestHeader}.`,
  );
}
