import type { SchemaElement } from "hyparquet";
import { deltaBinaryUnpack } from "hyparquet/src/delta.js";
import { damaged } from "../damaged.ts";
import { checkDeltas, checkRuns } from "./checkRuns.ts";

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
