/**
 * The wire format of Protocol Buffers, as far as ONNX files need it: a message is its fields one after the other, and a field a
 * number with its kind, then an integer of variable length, four bytes, or a length and so many bytes. Only writing; each function
 * gives the bytes of one field. (https://protobuf.dev/programming-guides/encoding)
 */
const integerKind = 0;
const bytesKind = 2;
const fourBytesKind = 5;

/** A whole number; negative ones take ten bytes, as the format has it. */
export function integerField(field: number, value: number): Uint8Array {
  return Uint8Array.from([...varint(tag(field, integerKind)), ...varint(BigInt.asUintN(64, BigInt(value)))]);
}

/** A number of 32 bits. */
export function floatField(field: number, value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setFloat32(0, value, true);
  return joined([Uint8Array.from(varint(tag(field, fourBytesKind))), bytes]);
}

/** Bytes as they are: also a message inside another. */
export function bytesField(field: number, bytes: Uint8Array): Uint8Array {
  const head = [...varint(tag(field, bytesKind)), ...varint(BigInt(bytes.length))];
  return joined([Uint8Array.from(head), bytes]);
}

/** A text in UTF-8. */
export function textField(field: number, text: string): Uint8Array {
  return bytesField(field, new TextEncoder().encode(text));
}

/** Parts one after the other. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const result = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}

function tag(field: number, kind: number): bigint {
  return BigInt(field * 8 + kind);
}

/** Seven bits a byte, the lowest first; the highest bit says that more follow. */
function varint(value: bigint): number[] {
  const bytes: number[] = [];
  let left = value;
  while (left > 127n) {
    bytes.push(Number(left & 127n) | 128);
    left >>= 7n;
  }
  bytes.push(Number(left));
  return bytes;
}
