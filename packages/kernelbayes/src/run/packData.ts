import { InputError } from "../errors.ts";
import { checkByCloning, isPlain, notPlainData, placeOf } from "./checkPlainData.ts";

/** Arrays of numbers that keep their type and all their bits. */
const arrays = {
  Float64Array,
  Float32Array,
  Int32Array,
  Uint32Array,
  Int16Array,
  Uint16Array,
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  BigInt64Array,
  BigUint64Array,
} as const;
type ArrayName = keyof typeof arrays;

/** Before the rest: what it is, and in which version. */
const mark = new TextEncoder().encode("kbd1");

/** What stands in the header beside the data: type and number of elements of each array, in the order of their bytes. */
type ArrayList = [ArrayName, number][];

/**
 * Plain data as bytes, piece by piece:
 *
 *     4 bytes     kbd1
 *     4 bytes     length n of the header
 *     n bytes     the data as JSON, without the typed arrays, and the list of these
 *     the rest    the numbers of the arrays, one array after the other
 *
 * Numbers are little-endian, as on every machine that runs Node or a browser. Equal data in the same order of their properties have equal bytes, and
 * `unpackData` gives them back to the last bit: the sign of a zero, undefined, numbers that are none. A typed array that occurs twice is written once. What is no plain data
 * (functions, instances of classes, loops) is an `InputError` that names its place in what `name` calls the whole.
 */
export function packedPieces(data: unknown, name: string): Uint8Array[] {
  const list: ArrayList = [];
  const pieces: Uint8Array[] = [];
  const numberOf = new Map<ArrayBufferView, number>();
  const ancestors = new Set<object>();

  const written = (value: unknown, path: string, key: string | number | undefined): unknown => {
    if (typeof value === "number") return writtenNumber(value);
    if (value === null || typeof value === "string" || typeof value === "boolean") return value;
    if (value === undefined) return { $: "undefined" };
    const place = key === undefined ? path : placeOf(path, key);
    if (typeof value !== "object") throw notPlainData(name, place, `a ${typeof value}`);
    if (ArrayBuffer.isView(value)) return { $: "array", at: writtenArray(value, place) };
    if (ancestors.has(value)) throw notPlainData(name, place, "a part of itself");
    ancestors.add(value);
    const result = Array.isArray(value)
      ? Array.from(value, (part, at) => written(part, place, at))
      : writtenObject(value, place);
    ancestors.delete(value);
    return result;
  };
  const writtenObject = (value: object, path: string): unknown => {
    if (!isPlain(value)) throw notPlainData(name, path, `an object (${value.constructor?.name ?? "without a class"})`);
    const entries = Object.entries(value).map(([key, part]): [string, unknown] => [key, written(part, path, key)]);
    return entries.some(([key]) => key === "$" || key === "__proto__")
      ? { $: "object", of: entries }
      : Object.fromEntries(entries);
  };
  const writtenArray = (value: ArrayBufferView, path: string): number => {
    const known = numberOf.get(value);
    if (known !== undefined) return known;
    const kind = arrayName(value);
    if (kind === undefined) throw notPlainData(name, path, `an object (${value.constructor.name})`);
    // A detached array has no length left.
    if (value.byteLength === 0) checkByCloning(value, name, path);
    numberOf.set(value, list.length);
    list.push([kind, (value as Float64Array).length]);
    pieces.push(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    return list.length - 1;
  };

  const tree = written(data, "", undefined);
  const header = new TextEncoder().encode(JSON.stringify([tree, list]));
  const front = new Uint8Array(8);
  front.set(mark);
  new DataView(front.buffer).setUint32(4, header.length, true);
  return [front, header, ...pieces];
}

/** Plain data as bytes, from which `unpackData` makes them again to the last bit. */
export function packData(data: unknown, name = "The data"): Uint8Array {
  const pieces = packedPieces(data, name);
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** The data that `packData` made bytes of. Nothing in them is run; bytes of any other origin are an `InputError`. */
export function unpackData(bytes: Uint8Array): unknown {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 8 || mark.some((byte, at) => bytes[at] !== byte)) throw damaged("they do not begin with kbd1");
  const first = 8 + view.getUint32(4, true);
  if (first > bytes.length) throw damaged("they end within their header");
  const { tree, list } = readHeader(bytes.subarray(8, first));
  let at = first;
  const values = list.map(([kind, length]) => {
    const size = length * arrays[kind].BYTES_PER_ELEMENT;
    if (at + size > bytes.length) throw damaged("they end within an array");
    // A copy of its own, so that who keeps one array does not keep all bytes. (A slice of a Buffer would be none.)
    const own = new Uint8Array(bytes.subarray(at, (at += size)));
    return new arrays[kind](own.buffer);
  });
  if (at !== bytes.length) throw damaged("something follows the last array");
  return restored(tree, values);
}

function readHeader(bytes: Uint8Array): { readonly tree: unknown; readonly list: ArrayList } {
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw damaged("their header is no JSON");
  }
  if (!Array.isArray(header) || header.length !== 2 || !Array.isArray(header[1]))
    throw damaged("their header has another form");
  const [tree, list] = header as [unknown, unknown[]];
  return { tree, list: list.map(readArray) };
}

function readArray(entry: unknown): ArrayList[number] {
  if (Array.isArray(entry) && entry.length === 2) {
    const [kind, length] = entry as [unknown, unknown];
    if (
      typeof kind === "string" &&
      Object.hasOwn(arrays, kind) &&
      Number.isSafeInteger(length) &&
      Number(length) >= 0
    ) {
      return [kind as ArrayName, Number(length)];
    }
  }
  throw damaged("they name an array of a kind that is not known");
}

function restored(value: unknown, values: readonly unknown[]): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => restored(part, values));
  if (!Object.hasOwn(value, "$")) {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, restored(part, values)]));
  }
  const special = value as { readonly $: unknown; readonly is?: unknown; readonly at?: unknown; readonly of?: unknown };
  if (special.$ === "undefined") return undefined;
  if (special.$ === "number" && ["NaN", "Infinity", "-Infinity", "-0"].includes(special.is as string))
    return Number(special.is);
  if (special.$ === "array" && typeof special.at === "number" && special.at in values) return values[special.at];
  if (special.$ === "object" && Array.isArray(special.of)) {
    return Object.fromEntries(special.of.map((entry) => restoredEntry(entry, values)));
  }
  throw damaged("their header has a part of a kind that is not known");
}

function restoredEntry(entry: unknown, values: readonly unknown[]): [string, unknown] {
  const [key, part] = Array.isArray(entry) ? (entry as unknown[]) : [];
  if (typeof key !== "string") throw damaged("their header has an object of another form");
  return [key, restored(part, values)];
}

/** JSON knows neither these nor the sign of a zero. */
function writtenNumber(value: number): unknown {
  return Number.isFinite(value) && !Object.is(value, -0)
    ? value
    : { $: "number", is: Object.is(value, -0) ? "-0" : String(value) };
}

function arrayName(value: ArrayBufferView): ArrayName | undefined {
  const { name } = value.constructor;
  return Object.hasOwn(arrays, name) ? (name as ArrayName) : undefined;
}

function damaged(reason: string): InputError {
  return new InputError("damaged-data", `The bytes are no packed data: ${reason}.`);
}
