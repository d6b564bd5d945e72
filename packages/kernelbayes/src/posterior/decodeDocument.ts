import { InputError } from "../errors.ts";
import { ownValue, plainObject, refuse, text } from "../codec.ts";
import { quote } from "../table/quote.ts";
import { checkVersion } from "./checkVersion.ts";
import { documentEntry } from "./encodeDocument.ts";
import { minusInfinity } from "./numericDocument.ts";
import { parseDocument } from "./parseDocument.ts";
import { parseSafetensors } from "./parseSafetensors.ts";
import type { PosteriorDocument } from "./posterior.ts";

/**
 * The document that `encodeDocument` made bytes of, as plain data. The bytes may come from anywhere: what is no complete
 * safetensors file with a document of a known version in it is an `InputError`.
 */
export function decodeDocument(bytes: Uint8Array): PosteriorDocument {
  return unpackDocument(bytes, plainList);
}

/** As `decodeDocument`, with the data of matrices made by `dataOf` from their numbers, among which −Infinity may be. */
export function unpackDocument(bytes: Uint8Array, dataOf: (numbers: Float64Array) => unknown): PosteriorDocument {
  const file = parseSafetensors(bytes);
  const json = ownValue(file.metadata, documentEntry);
  if (json === undefined) {
    throw new InputError(
      "invalid-document",
      `This safetensors file holds no kernelbayes document: its metadata have no entry ${JSON.stringify(documentEntry)}.`,
    );
  }
  const document = plainObject.read(parseDocument(text.read(json, `metadata.${documentEntry}`)), "document");
  checkVersion(document);
  for (const { name, shape, numbers } of file.tensors()) {
    const path = `tensor ${quote(name)}`;
    // Also keeps a thousand million empty rows out.
    if (numbers.length === 0) refuse(path, "a tensor with numbers in it", numbers);
    const wrong = numbers.findIndex((number) => !(number < Infinity));
    if (wrong >= 0) refuse(`${path}[${wrong}]`, "a finite number", numbers[wrong]);
    const { holder, key } = placeOf(document, name);
    holder[key] = valueOf(holder[key], shape, numbers, dataOf, path);
  }
  return document as PosteriorDocument;
}

/** What stands in the place says what was taken out of it: {} for a matrix, null for a list, or a list of lists. */
function valueOf(
  standIn: unknown,
  shape: readonly number[],
  numbers: Float64Array,
  dataOf: (numbers: Float64Array) => unknown,
  path: string,
): unknown {
  const [rows, columns] = shape;
  if (standIn === null && shape.length === 1) return plainList(numbers);
  if (standIn === null && shape.length === 2) {
    return Array.from({ length: rows }, (_, i) => plainList(numbers.subarray(i * columns, (i + 1) * columns)));
  }
  const isEmptyObject = typeof standIn === "object" && standIn !== null && Object.keys(standIn).length === 0;
  if (isEmptyObject && !Array.isArray(standIn) && shape.length === 2) return { rows, columns, data: dataOf(numbers) };
  throw new InputError(
    "invalid-document",
    `${path} of the shape [${shape.join(", ")}] does not fit its place in the document.`,
  );
}

function plainList(numbers: Float64Array): (number | string)[] {
  return Array.from(numbers, (number) => (number === -Infinity ? minusInfinity : number));
}

const wholePath = /^[a-z][a-z0-9_-]*(?:\.[a-z][a-z0-9_-]*|\[\d{1,10}\])*$/i;
const steps = /[^.[\]]+/g;

/** Where a path leads in the document; only what the document has itself is followed. */
function placeOf(document: object, name: string): { holder: Record<string, unknown>; key: string } {
  const keys = (wholePath.test(name) && name.match(steps)) || [];
  let holder: unknown = document;
  for (const key of keys.slice(0, -1)) holder = isObject(holder) ? ownValue(holder, key) : undefined;
  const key = keys.at(-1);
  if (key !== undefined && isObject(holder) && Object.hasOwn(holder, key)) {
    return { holder: holder as Record<string, unknown>, key };
  }
  throw new InputError("invalid-document", `tensor ${quote(name)} has no place in the document.`);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
