import { damaged } from "../damaged.ts";

/** Deeper structures than this do not occur in Parquet. */
const deepest = 24;

/**
 * Walks through a structure of Thrift's compact protocol, in which Parquet keeps its footer and the headers of its pages, and
 * returns where it ends. The parser of hyparquet takes sizes on trust: a damaged one would make it fill the memory or run for
 * hours. Here each string and each list has to fit into the bytes that are left, and a number into its ten.
 */
export function checkThrift(bytes: Uint8Array, from: number): number {
  let position = from;

  const next = (): number => {
    if (position >= bytes.length) throw damaged("Parquet", "a structure is cut off");
    return bytes[position++];
  };

  const number = (): number => {
    let value = 0;
    for (let digit = 0; digit < 10; digit++) {
      const byte = next();
      value += (byte & 0x7f) * 2 ** (7 * digit);
      if (byte < 0x80) return value;
    }
    throw damaged("Parquet", "a number has no end");
  };

  const within = (size: number): number => {
    if (size > bytes.length - position) throw damaged("Parquet", "a size exceeds that of the file");
    return size;
  };

  const skip = (size: number): void => {
    position += within(size);
  };

  const element = (type: number, depth: number): void => {
    if (type === 1 || type === 2) return; // true and false, told by the type
    if (type === 3) next();
    else if (type >= 4 && type <= 6) number();
    else if (type === 7) skip(8);
    else if (type === 8) skip(number());
    else if (type === 9) list(depth + 1);
    else if (type === 12) struct(depth + 1);
    else throw damaged("Parquet", `a structure has a part of the unknown type ${type}`);
  };

  const list = (depth: number): void => {
    const byte = next();
    const type = byte & 0x0f;
    const size = within(byte >> 4 === 15 ? number() : byte >> 4); // each element takes a byte at least
    for (let i = 0; i < size; i++) element(type === 1 || type === 2 ? 3 : type, depth);
  };

  const struct = (depth: number): void => {
    if (depth > deepest) throw damaged("Parquet", "a structure is nested too deeply");
    for (;;) {
      const byte = next();
      if ((byte & 0x0f) === 0) return;
      if (byte >> 4 === 0) number();
      element(byte & 0x0f, depth);
    }
  };

  struct(0);
  return position;
}
