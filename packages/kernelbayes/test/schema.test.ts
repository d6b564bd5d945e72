import { expect, test, vi } from "vitest";
import {
  finiteNumber,
  flag,
  list,
  matrixDocument,
  matrixOf,
  matrixReader,
  numberList,
  oneOf,
  optional,
  ownValue,
  plainObject,
  record,
  text,
  wholeNumber,
  type Reader,
} from "../src/schema.ts";
import { thrown } from "./thrown.ts";

function messageOf(reader: Reader<unknown>, value: unknown): string {
  const { code, message } = thrown(() => reader(value, "document.part"));
  expect(code).toBe("invalid-document");
  return message;
}

test("every reader returns what fits", () => {
  expect(finiteNumber(-0.5, "")).toBe(-0.5);
  expect(wholeNumber(0)(7, "")).toBe(7);
  expect(wholeNumber(1, 9)(9, "")).toBe(9);
  expect(text("", "")).toBe("");
  expect(flag(false, "")).toBe(false);
  expect(oneOf("a", "b")("b", "")).toBe("b");
  expect(list(text)(["x", "y"], "")).toEqual(["x", "y"]);
  expect(optional(text)(undefined, "")).toBeUndefined();
  expect(optional(text)("x", "")).toBe("x");
  expect(record({ a: text, b: optional(flag) })({ a: "x", c: 1 }, "")).toEqual({ a: "x", b: undefined });
  expect(numberList([1, 2], "")).toEqual(Float64Array.of(1, 2));
  const matrix = { rows: 1, columns: 2, data: Float64Array.of(3, 4) };
  expect(matrixReader(matrixDocument(matrix), "")).toEqual(matrix);
  expect(matrixOf(wholeNumber(4))({ rows: 0, columns: 5, data: [] }, "").columns).toBe(5);
});

test("every reader refuses what does not fit, with the path, what was expected and what was found", () => {
  expect(messageOf(finiteNumber, "1")).toBe('document.part should be a finite number; found "1".');
  for (const value of [Number.NaN, Infinity, null, undefined, [], {}, true, 10n]) messageOf(finiteNumber, value);
  expect(messageOf(finiteNumber, undefined)).toContain("found nothing");
  expect(messageOf(wholeNumber(1), 0)).toContain("a whole number from 1; found 0");
  expect(messageOf(wholeNumber(1, 9), 10)).toContain("a whole number from 1 to 9; found 10");
  for (const value of [1.5, 2 ** 53, "1", null]) messageOf(wholeNumber(1), value);
  expect(messageOf(text, 1)).toContain("a text; found 1");
  expect(messageOf(flag, 0)).toContain("true or false; found 0");
  expect(messageOf(oneOf("a", "b"), "c")).toContain('one of a, b; found "c"');
  expect(messageOf(list(text), { length: 1, 0: "x" })).toContain("a list; found an object");
  expect(messageOf(plainObject, [1, 2])).toContain("an object; found a list of 2");
  expect(messageOf(plainObject, null)).toContain("an object; found null");
  expect(messageOf(optional(text), null)).toContain("found null");
});

test("paths lead to the entry that is wrong", () => {
  const reader = record({ machines: list(record({ values: numberList })) });
  expect(messageOf(reader, { machines: [{ values: [1] }, { values: [1, 2, null] }] })).toContain(
    "document.part.machines[1].values[2] should be a finite number; found null",
  );
});

test("a list of numbers and the data of a matrix may be a Float64Array, which is copied and checked number by number", () => {
  const data = Float64Array.of(1, -0, 3);
  const read = matrixReader({ rows: 3, columns: 1, data }, "");
  data[0] = 7;
  expect(read).toEqual({ rows: 3, columns: 1, data: Float64Array.of(1, -0, 3) });
  expect(numberList(data, "")).toEqual(data);
  expect(messageOf(numberList, Float64Array.of(1, Number.NaN))).toBe(
    "document.part[1] should be a finite number; found NaN.",
  );
  expect(messageOf(matrixReader, { rows: 1, columns: 2, data: Float64Array.of(0, -Infinity) })).toContain(
    "document.part.data[1] should be a finite number; found -Infinity",
  );
  expect(messageOf(matrixReader, { rows: 2, columns: 2, data })).toContain("2 × 2 numbers; found a list of 3");
  expect(messageOf(matrixOf(wholeNumber(0)), { rows: 1, columns: 1, data: Float64Array.of(0.5) })).toContain("data[0]");
  // A list of other things, and numbers of other kinds, are what a document does not hold.
  expect(messageOf(list(finiteNumber), data)).toContain("a list; found");
  expect(messageOf(numberList, Float32Array.of(1))).toContain("a list; found an object");
});

test("a matrix must have as many numbers as its shape says", () => {
  expect(messageOf(matrixReader, { rows: 2, columns: 2, data: [1, 2, 3] })).toBe(
    "document.part.data should be 2 × 2 numbers; found a list of 3.",
  );
  expect(messageOf(matrixReader, { rows: 1e9, columns: 1e9, data: [] })).toContain("numbers; found a list of 0");
});

test("what was found is shown briefly, whatever it is", () => {
  expect(messageOf(finiteNumber, "x".repeat(1e6))).toHaveLength(
    `document.part should be a finite number; found .`.length + 63,
  );
  expect(messageOf(finiteNumber, Float64Array.of(1, 2))).toContain("a list of 2");
  expect(messageOf(finiteNumber, () => 1)).toContain("found a function");
  expect(messageOf(finiteNumber, Symbol("s"))).toContain("Symbol(s)");
  expect(messageOf(finiteNumber, Object.create(null))).toContain("an object");
  expect(messageOf(text, 12345678901234567890n)).toContain("12345678901234567890");
});

test("what is read shares nothing with the document", () => {
  const document = { items: [{ name: "a" }] };
  const read = record({ items: list(record({ name: text })) })(document, "");
  document.items[0].name = "b";
  document.items.pop();
  expect(read).toEqual({ items: [{ name: "a" }] });
});

test("accessors are never called and inherited properties never seen", () => {
  const getter = vi.fn<() => string>(() => "x");
  const hostile = Object.defineProperty({}, "name", { get: getter, enumerable: true });
  expect(messageOf(record({ name: text }), hostile)).toContain("document.part.name should be a text; found nothing");
  expect(getter).not.toHaveBeenCalled();
  expect(messageOf(record({ name: text }), Object.create({ name: "x" }))).toContain("found nothing");
  expect(messageOf(record({ constructor: text }), {})).toContain("document.part.constructor");
  expect(ownValue({ a: 1 }, "toString")).toBeUndefined();
});

test("a __proto__ key of a document is a key like any other", () => {
  const hostile: unknown = JSON.parse('{"__proto__": {"name": "x", "polluted": true}}');
  expect(messageOf(record({ name: text }), hostile)).toContain("found nothing");
  expect("polluted" in {}).toBe(false);
});

test("holes and lists that only claim a great length are refused at once", () => {
  const sparse = [1, 2, 3];
  delete sparse[1];
  expect(messageOf(numberList, sparse)).toContain("document.part[1] should be a finite number; found nothing");
  const claim: number[] = [];
  claim.length = 2 ** 32 - 1;
  expect(messageOf(numberList, claim)).toContain("document.part[0]");
});

test("nesting without end is refused at the depth where a schema expects something else", () => {
  const deep: unknown = JSON.parse(`${"[".repeat(1e5)}${"]".repeat(1e5)}`);
  expect(messageOf(list(list(finiteNumber)), deep)).toContain(
    "document.part[0][0] should be a finite number; found a list of 1",
  );
});
