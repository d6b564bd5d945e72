import type { SchemaElement } from "hyparquet";
import { deltaBinaryUnpack } from "hyparquet/src/delta.js";
import { damaged } from "../damaged.ts";

/** The bits of a value in plain encoding, or the least it can have. */
const bitsOf: Readonly<Record<string, number>> = {
  BOOLEAN: 1,
  INT32: 32,
  INT64: 64,
  INT96: 96,
  FLOAT: 32,
  DOUBLE: 64,
  BYTE_ARRAY: 32,
};

/**
 * Holds the values of a page to its size, so that decoding them takes memory and time in proportion to what is there. Only texts that
 * share their beginnings may become more: `spend` counts their bytes.
 */
export function checkValues(
  bytes: Uint8Array,
  encoding: string,
  element: SchemaElement,
  count: number,
  spend: (bytes: number) => void,
): void {
  const { type = "", type_length = 0 } = element;
  const bits = type === "FIXED_LEN_BYTE_ARRAY" ? 8 * type_length : bitsOf[type];
  if (!(bits > 0)) throw damaged("Parquet", "a column has no type");
  if (encoding === "PLAIN" || encoding === "BYTE_STREAM_SPLIT") {
    if (count * bits > 8 * bytes.length) throw damaged("Parquet", "a page has fewer values than it says");
  } else if (encoding === "PLAIN_DICTIONARY" || encoding === "RLE_DICTIONARY") {
    checkRuns(bytes, 1, bytes.length, bytes[0], count);
  } else if (encoding === "RLE") {
    if (type !== "BOOLEAN") throw damaged("Parquet", "runs of values that are not boolean");
    checkRuns(bytes, 4, bytes.length, 1, count);
  } else if (encoding === "DELTA_BINARY_PACKED") {
    if (type !== "INT32" && type !== "INT64") throw damaged("Parquet", "differences of values that are not integers");
    checkDeltas(bytes, 0, count);
  } else if (encoding === "DELTA_LENGTH_BYTE_ARRAY") checkDeltas(bytes, 0, count);
  else if (encoding === "DELTA_BYTE_ARRAY") checkSharedBeginnings(bytes, count, spend);
  else throw damaged("Parquet", "the encoding of a page is unknown");
}

/** Each text takes a beginning from the one before it, which must be that long. */
function checkSharedBeginnings(bytes: Uint8Array, count: number, spend: (bytes: number) => void): void {
  const reader = { view: new DataView(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
  const lengths = (): Int32Array => {
    checkDeltas(bytes, reader.offset, count);
    const values = new Int32Array(count);
    deltaBinaryUnpack(reader, count, values);
    return values;
  };
  const [shared, own] = [lengths(), lengths()];
  let last = 0;
  for (let i = 0; i < count; i++) {
    if (shared[i] < 0 || own[i] < 0 || shared[i] > last) throw damaged("Parquet", "the length of a text is wrong");
    spend((last = shared[i] + own[i]));
  }
}

/**
 * Walks through `count` numbers in Parquet's hybrid of run lengths and packed bits. A run that is longer than the numbers
 * that are left would be written out by hyparquet all the same, up to 2³¹ of them.
 */
export function checkRuns(bytes: Uint8Array, from: number, to: number, bitWidth: number, count: number): void {
  if (bitWidth > 32) throw damaged("Parquet", `numbers of ${bitWidth} bits`);
  let position = from;
  for (let seen = 0; seen < count;) {
    const header = varint(bytes, position, to);
    position = header.next;
    if (header.value % 2 === 1) {
      const groups = (header.value - 1) / 2;
      // The last groups may be filled up with numbers that do not count (DuckDB always writes 256), and the last bytes that
      // stand for them be left out. The bytes bound their number, but for numbers of no bits.
      if (bitWidth === 0 && 8 * groups >= count - seen + 256) {
        throw damaged("Parquet", "there are more packed numbers than their page has");
      }
      seen += 8 * groups;
      position += groups * bitWidth;
      if (position > to + bitWidth) throw damaged("Parquet", "packed numbers exceed their page");
    } else {
      const run = header.value / 2;
      if (run > count - seen) throw damaged("Parquet", "a run is longer than its page");
      seen += run;
      position += Math.ceil(bitWidth / 8);
      if (position > to) throw damaged("Parquet", "a run exceeds its page");
    }
  }
}

/** Walks through `count` numbers in Parquet's delta encoding, and returns where they end. */
export function checkDeltas(bytes: Uint8Array, from: number, count: number): number {
  const to = bytes.length;
  let { value: blockSize, next: position } = varint(bytes, from, to);
  const perBlock = varint(bytes, position, to);
  const total = varint(bytes, perBlock.next, to);
  position = varint(bytes, total.next, to).next; // the first value
  const miniblocks = perBlock.value;
  const size = blockSize / miniblocks;
  if (total.value !== count || blockSize % 128 !== 0 || blockSize > 2 ** 20 || size % 32 !== 0 || !(size > 0)) {
    throw damaged("Parquet", "the header of delta-encoded numbers is wrong");
  }
  for (let seen = 1; seen < count;) {
    const widths = varint(bytes, position, to).next; // behind the least delta
    position = widths + miniblocks;
    for (let i = 0; i < miniblocks && seen < count; i++) {
      if (!(bytes[widths + i] <= 64)) throw damaged("Parquet", "delta-encoded numbers are too wide");
      seen += size;
      position += (size * bytes[widths + i]) / 8;
    }
    // The last miniblock may be cut off behind its last value.
    if (position > to && seen < count) throw damaged("Parquet", "delta-encoded numbers exceed their page");
  }
  return Math.min(position, to);
}

function varint(bytes: Uint8Array, from: number, to: number): { value: number; next: number } {
  let value = 0;
  for (let i = 0; i < 10 && from + i < to; i++) {
    const byte = bytes[from + i];
    value += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return { value, next: from + i + 1 };
  }
  throw damaged("Parquet", "a number exceeds its page");
}
