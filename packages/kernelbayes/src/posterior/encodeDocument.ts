import { minusInfinity } from "./numericDocument.ts";
import type { PosteriorDocument } from "./posterior.ts";
import { formatSafetensors, type Tensor } from "./safetensors.ts";

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
  const tensors: Tensor[] = [];
  const rest = jsonOf(document, "", tensors);
  return formatSafetensors(tensors, { [documentEntry]: rest });
}

/**
 * The JSON text of a value, from which tensors were taken out. `JSON.stringify` would lose the sign of −0. A value under a
 * key that is no plain word has no path, and stays in the text.
 */
function jsonOf(value: unknown, path: string | undefined, tensors: Tensor[]): string {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return JSON.stringify(value);
  if (typeof value === "number" && Number.isFinite(value)) return Object.is(value, -0) ? "-0" : String(value);
  const taken = path === undefined || path === "" ? undefined : taking(value, path);
  if (taken) {
    tensors.push(taken);
    return Array.isArray(value) ? "null" : "{}";
  }
  if (Array.isArray(value)) {
    const items = Array.from(value, (item: unknown, i) => jsonOf(item, path && `${path}[${i}]`, tensors));
    return `[${items.join(",")}]`;
  }
  if (Object.prototype.toString.call(value) !== "[object Object]") {
    throw new RangeError(`A document is plain JSON data; ${path ?? "it"} holds ${String(value)}.`);
  }
  const parts = Object.entries(value as object)
    .filter(([, part]) => part !== undefined)
    .map(([name, part]) => `${JSON.stringify(name)}:${jsonOf(part, pathOf(path, name), tensors)}`);
  return `{${parts.join(",")}}`;
}

function pathOf(path: string | undefined, name: string): string | undefined {
  if (path === undefined || !plainWord.test(name)) return undefined;
  return path === "" ? name : `${path}.${name}`;
}

const plainWord = /^[a-z][a-z0-9_-]*$/i;

/** The tensor that a value makes, if it is large and of numbers alone. */
function taking(value: unknown, name: string): Tensor | undefined {
  if (Array.isArray(value)) {
    return Array.isArray(value[0]) ? fromLists(value as unknown[], name) : fromList(value, name, [value.length]);
  }
  if (typeof value !== "object" || value === null || Object.keys(value).length !== 3) return undefined;
  const { rows, columns, data } = value as Record<string, unknown>;
  const isMatrix = isCount(rows) && isCount(columns) && Array.isArray(data) && data.length === rows * columns;
  return isMatrix ? fromList(data, name, [rows, columns]) : undefined;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function fromLists(lists: readonly unknown[], name: string): Tensor | undefined {
  const length = (lists[0] as unknown[]).length;
  if (!lists.every((list) => Array.isArray(list) && list.length === length)) return undefined;
  const numbers = lists.flat();
  // Holes would be lost.
  return numbers.length === lists.length * length ? fromList(numbers, name, [lists.length, length]) : undefined;
}

function fromList(list: readonly unknown[], name: string, shape: readonly number[]): Tensor | undefined {
  if (list.length < fewest) return undefined;
  const numbers = new Float64Array(list.length);
  let whole = true;
  for (let i = 0; i < list.length; i++) {
    const value = list[i] === minusInfinity ? -Infinity : list[i];
    if (typeof value !== "number" || !(value < Infinity) || (value === -Infinity && list[i] !== minusInfinity)) {
      return undefined;
    }
    numbers[i] = value;
    whole &&= Object.is(value | 0, value);
  }
  return { name, dtype: whole ? "I32" : "F64", shape, numbers };
}
