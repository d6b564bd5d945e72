import * as fc from "fast-check";
import { expect, test } from "vitest";
import { decodeDocument } from "../../src/posterior/decodeDocument.ts";
import { encodedLength, encodeDocument } from "../../src/posterior/encodeDocument.ts";
import type { PosteriorDocument } from "../../src/posterior/posterior.ts";
import { readByTheBook, type Reading } from "./safetensorsByTheBook.ts";

const head = { format: "kernelbayes-posterior", version: 1 } as const;
const halves = (count: number): number[] => Array.from({ length: count }, (_, i) => i / 2);

/** The document in the file, with null and {} in the places of tensors, and the tensors. */
function inspect(parts: object): { rest: Record<string, unknown>; tensors: Reading["tensors"] } {
  const { metadata, tensors } = readByTheBook(encodeDocument({ ...head, ...parts }));
  expect(Object.keys(metadata)).toEqual(["kernelbayes"]);
  return { rest: JSON.parse(metadata.kernelbayes) as Record<string, unknown>, tensors };
}

/** Through bytes and back a document stays equal; to `toEqual` −0 is not 0. */
function same(document: PosteriorDocument): void {
  expect(decodeDocument(encodeDocument(document))).toEqual(document);
}

test("long lists of numbers and matrices are tensors named by their path, all else stays JSON", () => {
  const { rest, tensors } = inspect({
    training: { rows: [...halves(16).keys()], weights: halves(16) },
    parameters: { machines: [{ means: { rows: 4, columns: 5, data: halves(20) } }], gram: [halves(9), halves(9)] },
    classes: ["a", "b"],
    short: halves(15),
  });
  expect(rest).toEqual({
    ...head,
    training: { rows: null, weights: null },
    parameters: { machines: [{ means: {} }], gram: null },
    classes: ["a", "b"],
    short: halves(15),
  });
  expect(tensors).toEqual({
    "training.rows": { dtype: "I32", shape: [16], numbers: [...halves(16).keys()] },
    "training.weights": { dtype: "F64", shape: [16], numbers: halves(16) },
    "parameters.machines[0].means": { dtype: "F64", shape: [4, 5], numbers: halves(20) },
    "parameters.gram": { dtype: "F64", shape: [2, 9], numbers: [...halves(9), ...halves(9)] },
  });
});

test("the logarithm of a probability of zero is a number in the file and a text in the document", () => {
  const logProbabilities = { rows: 8, columns: 2, data: [...halves(15), "-Infinity"] };
  const { tensors } = inspect({ leaveOneOut: { logProbabilities } });
  expect(tensors["leaveOneOut.logProbabilities"].numbers.at(-1)).toBe(-Infinity);
  same({ ...head, leaveOneOut: { logProbabilities } });
  // Also where it only looks so.
  same({ ...head, levels: Array.from({ length: 20 }, () => "-Infinity") });
});

test("−0 is no whole number, and neither is what exceeds 32 bits", () => {
  const numbers = (last: number): number[] => [...halves(15).keys(), last];
  for (const last of [-0, 2 ** 31, -(2 ** 31) - 1, 0.5]) {
    expect(inspect({ list: numbers(last) }).tensors.list.dtype).toBe("F64");
    same({ ...head, list: numbers(last), matrix: { rows: 2, columns: 8, data: numbers(last) } });
  }
  for (const last of [2 ** 31 - 1, -(2 ** 31)]) expect(inspect({ list: numbers(last) }).tensors.list.dtype).toBe("I32");
});

test("−0 outside of tensors keeps its sign, which JSON.stringify would lose", () => {
  same({ ...head, seed: -0, short: [-0, 0, 5e-324, -1.7976931348623157e308] });
});

test("what only looks like a matrix stays what it is", () => {
  same({ ...head, matrix: { rows: 3, columns: 8, data: halves(16) } });
  same({ ...head, matrix: { rows: 2, columns: 8, data: halves(16), note: "n" } });
  same({ ...head, matrix: { rows: 2, columns: 8, more: halves(16) } });
  same({ ...head, matrix: { rows: "2", columns: 8, data: halves(16) } });
  same({ ...head, matrix: { rows: 0, columns: 8, data: [] } });
  same({
    ...head,
    empty: {},
    nothing: null,
    lists: [[], []],
    ragged: [halves(16), halves(17)],
    mixed: [halves(16), 1],
  });
  same({ ...head, list: [...halves(16), null], other: [...halves(16), "x"], cube: [[halves(16)], [halves(16)]] });
});

test("a list under a name that is no plain word stays JSON, so that a path never means two places", () => {
  const odd = Object.fromEntries(
    ["a.b", "a[0]", "", "__metadata__", "__proto__", "é", "0", "a b"].map((name) => [name, halves(16)]),
  );
  expect(inspect(odd).tensors).toEqual({});
  const document = { ...JSON.parse(JSON.stringify(head)) } as Record<string, unknown>;
  for (const [name, value] of Object.entries(odd)) {
    Object.defineProperty(document, name, { value, enumerable: true, configurable: true, writable: true });
  }
  const decoded = decodeDocument(encodeDocument(document as PosteriorDocument));
  expect(Object.getOwnPropertyDescriptor(decoded, "__proto__")?.value).toEqual(halves(16));
  expect(decoded).toEqual(document);
  same({ ...head, constructor: halves(16), toString: { valueOf: halves(16) } });
});

test("what JSON cannot hold is a mistake of the program", () => {
  const hole = halves(20);
  delete hole[3];
  for (const value of [Number.NaN, Infinity, -Infinity, [undefined], hole, [hole, hole], new Date(0), 1n, () => 1]) {
    expect(() => encodeDocument({ ...head, value })).toThrow(RangeError);
  }
  expect(() => encodeDocument({ ...head, list: [...halves(16), -Infinity] })).toThrow(RangeError);
  // As in JSON.stringify, a property of no value is none.
  expect(decodeDocument(encodeDocument({ ...head, note: undefined }))).toStrictEqual({ ...head });
});

test("whatever the document, decoding gives it back to the last bit, and its length is known beforehand", () => {
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.constantFrom(0, -0, 5e-324, -5e-324, Number.MAX_VALUE, 2 ** 31, -(2 ** 31)),
  );
  const numbers = fc.oneof(
    fc.array(number, { minLength: 10, maxLength: 40 }),
    fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 10, maxLength: 40 }),
    fc.array(fc.oneof({ weight: 9, arbitrary: number }, { weight: 1, arbitrary: fc.constant("-Infinity") }), {
      minLength: 10,
      maxLength: 40,
    }),
  );
  const matrix = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 })).chain(([rows, columns]) =>
    fc.record({
      rows: fc.constant(rows),
      columns: fc.constant(columns),
      data: fc.array(number, { minLength: rows * columns, maxLength: rows * columns }),
    }),
  );
  const lists = fc
    .integer({ min: 1, max: 9 })
    .chain((length) => fc.array(fc.array(number, { minLength: length, maxLength: length }), { maxLength: 9 }));
  const key = fc.oneof(
    fc.constantFrom("rows", "columns", "data", "parameters", "machines", "constructor", "toString", "tensor"),
    fc.string({ unit: fc.constantFrom(..."ab._-[]0é "), maxLength: 4 }),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.oneof(number, fc.string({ maxLength: 5 }), fc.boolean(), fc.constant(null), numbers, matrix, lists),
      fc.dictionary(key, tie("value"), { maxKeys: 5, noNullPrototype: true }),
      fc.array(tie("value"), { maxLength: 5 }),
    ),
  }));
  let withTensors = 0;
  fc.assert(
    fc.property(fc.dictionary(key, value, { maxKeys: 6, noNullPrototype: true }), (parts) => {
      const document = { ...parts, ...head };
      const bytes = encodeDocument(document);
      if (Object.keys(readByTheBook(bytes).tensors).length > 0) withTensors++;
      expect(decodeDocument(bytes)).toEqual(document);
      expect(encodedLength(document)).toBe(bytes.length);
    }),
    { numRuns: 1000, seed: 11 },
  );
  expect(withTensors).toBeGreaterThan(300);
});
