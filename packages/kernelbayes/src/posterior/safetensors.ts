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
export interface Tensor {
  readonly name: string;
  readonly dtype: Dtype;
  readonly shape: readonly number[];
  readonly numbers: ArrayLike<number>;
}

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
export function formatSafetensors(
  tensors: readonly Tensor[],
  metadata: Readonly<Record<string, string>>,
): Uint8Array<ArrayBuffer> {
  const inOrder = tensors.toSorted((a, b) => bytesOf[b.dtype] - bytesOf[a.dtype]);
  let end = 0;
  const entries = inOrder.map(({ name, dtype, shape, numbers }): [string, object] => {
    const start = end;
    end += numbers.length * bytesOf[dtype];
    return [name, { dtype, shape, data_offsets: [start, end] }];
  });
  const text = new TextEncoder().encode(JSON.stringify(Object.fromEntries([[metadataName, metadata], ...entries])));
  const headerLength = Math.ceil(text.length / 8) * 8;
  requireRoom(headerLength);
  const bytes = new Uint8Array(prefixLength + headerLength + end);
  bytes.fill(blank, prefixLength, prefixLength + headerLength);
  bytes.set(text, prefixLength);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, headerLength, true); // the upper half of the eight bytes stays 0
  let at = prefixLength + headerLength;
  for (const { dtype, numbers } of inOrder) {
    for (let i = 0; i < numbers.length; i++, at += bytesOf[dtype]) {
      if (dtype === "F64") view.setFloat64(at, numbers[i], true);
      else view.setInt32(at, numbers[i], true);
    }
  }
  return bytes;
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
