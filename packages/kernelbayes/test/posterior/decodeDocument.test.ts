import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/errors.ts";
import { decodeDocument, unpackDocument } from "../../src/posterior/decodeDocument.ts";
import { encodeDocument } from "../../src/posterior/encodeDocument.ts";
import { formatSafetensors, type Tensor } from "../../src/posterior/safetensors.ts";
import { thrown } from "../thrown.ts";

const head = { format: "kernelbayes-posterior", version: 1 } as const;
const numbers = Float64Array.from({ length: 20 }, (_, i) => i / 4);
const list: Tensor = { name: "list", dtype: "F64", shape: [20], numbers };

/** A file with the given rest of a document and tensors. */
function fileOf(rest: object, ...tensors: readonly Tensor[]): Uint8Array {
  return formatSafetensors(tensors, { kernelbayes: JSON.stringify({ ...head, ...rest }) });
}

test("null is the place of a list, and of a list of lists; {} is the place of a matrix", () => {
  const deep = { ...list, name: "a.b[1].c", shape: [4, 5] };
  expect(decodeDocument(fileOf({ list: null }, list))).toEqual({ ...head, list: Array.from(numbers) });
  expect(decodeDocument(fileOf({ a: { b: [0, { c: {} }] } }, deep))).toEqual({
    ...head,
    a: { b: [0, { c: { rows: 4, columns: 5, data: Array.from(numbers) } }] },
  });
  const { a } = decodeDocument(fileOf({ a: { b: [0, { c: null }] } }, deep));
  expect((a as { b: [0, { c: number[][] }] }).b[1].c[3]).toEqual([3.75, 4, 4.25, 4.5, 4.75]);
});

test("the numbers of matrices can be had without a list being made of them", () => {
  const bytes = encodeDocument({ ...head, list: Array.from(numbers), m: { rows: 5, columns: 4, data: [...numbers] } });
  expect(unpackDocument(bytes, (data) => data)).toEqual({
    ...head,
    list: Array.from(numbers),
    m: { rows: 5, columns: 4, data: numbers },
  });
});

describe("a file is refused", () => {
  const withNumber = (value: number): Tensor => ({ ...list, numbers: numbers.with(7, value) });

  test.each<[string, Uint8Array, string]>([
    ["that is of somebody else", formatSafetensors([list], { format: "pt" }), "holds no kernelbayes document"],
    ["that has no metadata", formatSafetensors([list], {}), "holds no kernelbayes document"],
    ["whose document is no JSON", formatSafetensors([], { kernelbayes: "{" }), "not valid JSON"],
    ["whose document is a list", formatSafetensors([], { kernelbayes: "[]" }), "document should be an object"],
    ["whose document is of another format", fileOf({ format: "x" }), "document.format"],
    ["with a tensor of no place", fileOf({}, list), 'tensor "list" has no place'],
    ["with a tensor in an inherited place", fileOf({}, { ...list, name: "constructor" }), "has no place"],
    ["with a tensor beyond the end of a list", fileOf({ list: [null] }, { ...list, name: "list[1]" }), "has no place"],
    ["with a tensor inside a text", fileOf({ list: "abc" }, { ...list, name: "list[1]" }), "has no place"],
    ["with a tensor that claims a length", fileOf({ list: [null] }, { ...list, name: "list.length" }), "does not fit"],
    ["with a tensor whose name is no path", fileOf({ list: null }, { ...list, name: "list." }), "has no place"],
    ["with a tensor named by nothing", fileOf({ list: null }, { ...list, name: "" }), "has no place"],
    ["with a tensor where there is something", fileOf({ list: [1] }, list), "does not fit its place"],
    ["with a tensor in place of a full object", fileOf({ list: { a: 1 } }, list), "does not fit its place"],
    ["with a tensor in place of an empty list", fileOf({ list: [] }, { ...list, shape: [4, 5] }), "does not fit"],
    ["with a list for a matrix", fileOf({ list: {} }, list), 'tensor "list" of the shape [20] does not fit'],
    [
      "with two tensors for one place",
      fileOf({ list: [null] }, { ...list, name: "list[0]" }, { ...list, name: "list[00]" }),
      'tensor "list[00]" has no place',
    ],
    [
      "with a tensor inside a tensor",
      fileOf({ list: null }, { ...list, shape: [4, 5] }, { ...list, name: "list[0]" }),
      "does not fit",
    ],
    [
      "with NaN",
      fileOf({ list: null }, withNumber(Number.NaN)),
      'tensor "list"[7] should be a finite number; found NaN',
    ],
    ["with Infinity", fileOf({ list: null }, withNumber(Infinity)), "found Infinity"],
    [
      "with a thousand million rows of nothing",
      fileOf({ list: null }, { ...list, shape: [1e9, 0], numbers: [] }),
      "a tensor with numbers in it",
    ],
  ])("%s", (_, bytes, words) => {
    const error = thrown(() => decodeDocument(bytes));
    expect(error.code).toBe("invalid-document");
    expect(error.message).toContain(words);
  });

  test("of a later version with the advice to update, also if its tensors are of types not known yet", () => {
    const text = JSON.stringify({
      __metadata__: { kernelbayes: JSON.stringify({ ...head, version: 4 }) },
      x: { dtype: "F8_E4M3", shape: [1, 1, 1], data_offsets: [0, 1] },
    });
    const bytes = new TextEncoder().encode(`\0\0\0\0\0\0\0\0${text}`);
    new DataView(bytes.buffer).setUint32(0, bytes.length - 8, true);
    expect(thrown(() => decodeDocument(bytes))).toMatchObject({ code: "newer-document" });
  });
});

describe("whatever the bytes", () => {
  const valid = encodeDocument({
    ...head,
    training: { rows: Array.from(numbers.keys()), names: ["é", "b"] },
    parameters: { m: { rows: 2, columns: 10, data: Array.from(numbers) }, gram: [[...numbers], [...numbers]] },
  });

  function outcome(bytes: Uint8Array): "read" | "refused" {
    try {
      decodeDocument(bytes);
      return "read";
    } catch (error) {
      if (error instanceof InputError && !/undefined|\[object/.test(error.message)) return "refused";
      throw error;
    }
  }

  test("random, they are refused", () => {
    const headed = fc.tuple(fc.nat(300), fc.uint8Array({ maxLength: 300 })).map(([length, rest]) => {
      const bytes = new Uint8Array(8 + rest.length);
      bytes[0] = length;
      bytes.set(rest, 8);
      if (rest.length > 0) bytes[8] = 0x7b;
      return bytes;
    });
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), headed), (bytes) => {
        expect(outcome(bytes)).toBe("refused");
      }),
      { numRuns: 1000, seed: 21 },
    );
  });

  test("cut short or with something behind them, they are refused", () => {
    for (let length = 0; length < valid.length; length++) expect(outcome(valid.subarray(0, length))).toBe("refused");
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 20 }), (more) => {
        expect(outcome(Uint8Array.from([...valid, ...more]))).toBe("refused");
      }),
      { numRuns: 1000, seed: 22 },
    );
  });

  test("with some bits turned over, they are refused or read, and nothing else happens", () => {
    let read = 0;
    fc.assert(
      fc.property(fc.array(fc.nat(valid.length * 8 - 1), { minLength: 1, maxLength: 4 }), (bits) => {
        const bytes = valid.slice();
        for (const bit of bits) bytes[bit >> 3] ^= 1 << (bit & 7);
        if (outcome(bytes) === "read") read++;
      }),
      { numRuns: 2000, seed: 23 },
    );
    expect(read).toBeGreaterThan(100);
    expect(read).toBeLessThan(1900);
  });

  test("with a header of other numbers and names, they are refused or read, and nothing else happens", () => {
    const length = new DataView(valid.buffer).getUint32(0, true);
    const header = new TextDecoder().decode(valid.subarray(8, 8 + length));
    const tokens = [...header.matchAll(/\d+|"[^"\\]*"|[[\]{},:]/g)];
    const swap = fc.record({
      at: fc.nat(tokens.length - 1),
      by: fc.oneof(
        fc.nat(200).map(String),
        fc.constantFrom("-1", "1e99", "0.5", "null", '"F32"', '""', "[]", "{}", "9007199254740993", '"__metadata__"'),
        fc.nat(tokens.length - 1).map((other) => tokens[other][0]),
      ),
    });
    fc.assert(
      fc.property(fc.array(swap, { minLength: 1, maxLength: 3 }), (swaps) => {
        let text = header;
        for (const { at, by } of swaps.toSorted((a, b) => b.at - a.at)) {
          const { index, 0: found } = tokens[at];
          text = text.slice(0, index) + by + text.slice(index + found.length);
        }
        const encoded = new TextEncoder().encode(text);
        const bytes = new Uint8Array(8 + encoded.length + valid.length - 8 - length);
        new DataView(bytes.buffer).setUint32(0, encoded.length, true);
        bytes.set(encoded, 8);
        bytes.set(valid.subarray(8 + length), 8 + encoded.length);
        outcome(bytes);
      }),
      { numRuns: 2000, seed: 24 },
    );
  });
});
