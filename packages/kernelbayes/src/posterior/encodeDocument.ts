import { minusInfinity } from "./numericDocument.ts";
import type { PosteriorDocument } from "./posterior.ts";
import { formatSafetensors, safetensorsLength, type TensorShape } from "./safetensors.ts";

/** The name of the metadata entry that holds the document without its tensors. */
export const documentEntry = "kernelbayes";

/** Shorter lists stay in the JSON text: a tensor costs some eighty bytes in the header. */
const fewest = 16;

/**
 * A document as bytes in the safetensors layout: half the size of its JSON text and much faster to read where it holds many
 * numbers. `decodeDocument` gives back the same document, every number bit for bit.
 *
 * Lists of sixteen or more numbers are tensors, named by their path: `training.rows`,
 * `parameters.machines[2].parameters.means`. A matrix `{ rows, columns, data }` and a list of equally long lists are tensors
 * of two dimensions. Whole numbers of 32 bits are I32, all others F64; the text "-Infinity" among numbers is the number. All
 * else is JSON text in the metadata under `kernelbayes`, with null in the place of a list and {} in the place of a matrix.
 */
export function encodeDocument(document: PosteriorDocument): Uint8Array<ArrayBuffer> {
  const { lists, metadata } = partsOf(document);
  const tensors = lists.map(({ list, ...shape }) => ({ ...shape, numbers: numbersOf(list) }));
  return formatSafetensors(tensors, metadata);
}

/**
 * How many bytes `encodeDocument` makes of a document, without making them: enough to choose a layout.
 *
 * @example const isLarge = encodedLength(posterior.toDocument()) > 1_000_000;
 */
export function encodedLength(document: PosteriorDocument): number {
  const { lists, metadata } = partsOf(document);
  return safetensorsLength(lists, metadata);
}

/** A list of numbers, or of lists of numbers, that is a tensor of the file. */
interface NumberList extends TensorShape {
  readonly list: readonly unknown[];
}

function partsOf(document: PosteriorDocument): { lists: NumberList[]; metadata: Record<string, string> } {
  const lists: NumberList[] = [];
  return { metadata: { [documentEntry]: jsonOf(document, "", lists) }, lists };
}

function numbersOf(list: readonly unknown[]): Float64Array {
  return Float64Array.from(list.flat(), (value) => (value === minusInfinity ? -Infinity : (value as number)));
}

/**
 * The JSON text of a value, from which tensors were taken out. `JSON.stringify` would lose the sign of −0. A value under a
 * key that is no plain word has no path, and stays in the text.
 */
function jsonOf(value: unknown, path: string | undefined, lists: NumberList[]): string {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return JSON.stringify(value);
  if (typeof value === "number" && Number.isFinite(value)) return Object.is(value, -0) ? "-0" : String(value);
  const taken = path === undefined || path === "" ? undefined : taking(value, path);
  if (taken) {
    lists.push(taken);
    return Array.isArray(value) ? "null" : "{}";
  }
  if (Array.isArray(value)) {
    const items = Array.from(value, (item: unknown, i) => jsonOf(item, path && `${path}[${i}]`, lists));
    return `[${items.join(",")}]`;
  }
  if (Object.prototype.toString.call(value) !== "[object Object]") {
    throw new RangeError(`A document is plain JSON data; ${path ?? "it"} holds ${String(value)}.`);
  }
  const parts = Object.entries(value as object)
    .filter(([, part]) => part !== undefined)
    .map(([name, part]) => `${JSON.stringify(name)}:${jsonOf(part, pathOf(path, name), lists)}`);
  return `{${parts.join(",")}}`;
}

function pathOf(path: string | undefined, name: string): string | undefined {
  if (path === undefined || !plainWord.test(name)) return undefined;
  return path === "" ? name : `${path}.${name}`;
}

const plainWord = /^[a-z][a-z0-9_-]*$/i;

/** The tensor that a value makes, if it is large and of numbers alone. */
function taking(value: unknown, name: string): NumberList | undefined {
  if (Array.isArray(value)) {
    return Array.isArray(value[0]) ? ofLists(value as unknown[], name) : ofList(value, name, [value.length], [value]);
  }
  if (typeof value !== "object" || value === null || Object.keys(value).length !== 3) return undefined;
  const { rows, columns, data } = value as Record<string, unknown>;
  const isMatrix = isCount(rows) && isCount(columns) && Array.isArray(data) && data.length === rows * columns;
  return isMatrix ? ofList(data, name, [rows, columns], [data]) : undefined;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function ofLists(lists: readonly unknown[], name: string): NumberList | undefined {
  const length = (lists[0] as unknown[]).length;
  const areEqual = lists.every((list) => Array.isArray(list) && list.length === length);
  return areEqual ? ofList(lists, name, [lists.length, length], lists as unknown[][]) : undefined;
}

/** The tensor of a list whose numbers are those of `parts`, one after the other. */
function ofList(
  list: readonly unknown[],
  name: string,
  shape: readonly number[],
  parts: readonly (readonly unknown[])[],
): NumberList | undefined {
  if (shape.reduce((count, size) => count * size, 1) < fewest) return undefined;
  let isWhole = true;
  for (const part of parts) {
    // By number, so that a hole is seen.
    for (let i = 0; i < part.length; i++) {
      const value = part[i];
      if (value !== minusInfinity && !Number.isFinite(value)) return undefined;
      isWhole &&= Object.is((value as number) | 0, value);
    }
  }
  return { name, dtype: isWhole ? "I32" : "F64", shape, list };
}
