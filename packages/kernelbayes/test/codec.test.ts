import { expect, test, vi } from "vitest";
import * as fc from "fast-check";
import { NumericalError } from "../src/errors.ts";
import {
  anyMatrix,
  finiteNumber,
  flag,
  formerly,
  inline,
  list,
  madeOf,
  mapped,
  matrixOf,
  notNegative,
  numbers,
  numbersOf,
  numberUpTo,
  oneOf,
  optional,
  ownValue,
  plainObject,
  positive,
  record,
  refined,
  text,
  variants,
  whether,
  wholeNumber,
  withDefault,
  type Codec,
} from "../src/codec.ts";
import { thrown } from "./thrown.ts";

function messageOf(codec: Codec<unknown>, value: unknown): string {
  const { code, message } = thrown(() => codec.read(value, "document.part"));
  expect(code).toBe("invalid-document");
  return message;
}

test("every codec returns what fits", () => {
  expect(finiteNumber.read(-0.5, "")).toBe(-0.5);
  expect(wholeNumber(0).read(7, "")).toBe(7);
  expect(wholeNumber(1, 9).read(9, "")).toBe(9);
  expect(text.read("", "")).toBe("");
  expect(flag.read(false, "")).toBe(false);
  expect(oneOf("a", "b").read("b", "")).toBe("b");
  expect(list(text).read(["x", "y"], "")).toEqual(["x", "y"]);
  expect(optional(text).read(undefined, "")).toBeUndefined();
  expect(optional(text).read("x", "")).toBe("x");
  expect(record({ a: text, b: optional(flag) }).read({ a: "x", c: 1 }, "")).toEqual({ a: "x", b: undefined });
  expect(numbers.read([1, 2], "")).toEqual(Float64Array.of(1, 2));
  const matrix = { rows: 1, columns: 2, data: Float64Array.of(3, 4) };
  expect(anyMatrix.read(anyMatrix.write(matrix), "")).toEqual(matrix);
  expect(matrixOf(wholeNumber(4)).read({ rows: 0, columns: 5, data: [] }, "").columns).toBe(5);
});

test("every codec refuses what does not fit, with the path, what was expected and what was found", () => {
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
  const reader = record({ machines: list(record({ values: numbers })) });
  expect(messageOf(reader, { machines: [{ values: [1] }, { values: [1, 2, null] }] })).toContain(
    "document.part.machines[1].values[2] should be a finite number; found null",
  );
});

test("a list of numbers and the data of a matrix may be a Float64Array, which is copied and checked number by number", () => {
  const data = Float64Array.of(1, -0, 3);
  const read = anyMatrix.read({ rows: 3, columns: 1, data }, "");
  data[0] = 7;
  expect(read).toEqual({ rows: 3, columns: 1, data: Float64Array.of(1, -0, 3) });
  expect(numbers.read(data, "")).toEqual(data);
  expect(messageOf(numbers, Float64Array.of(1, Number.NaN))).toBe(
    "document.part[1] should be a finite number; found NaN.",
  );
  expect(messageOf(anyMatrix, { rows: 1, columns: 2, data: Float64Array.of(0, -Infinity) })).toContain(
    "document.part.data[1] should be a finite number; found -Infinity",
  );
  expect(messageOf(anyMatrix, { rows: 2, columns: 2, data })).toContain("2 × 2 numbers; found a list of 3");
  expect(messageOf(matrixOf(wholeNumber(0)), { rows: 1, columns: 1, data: Float64Array.of(0.5) })).toContain("data[0]");
  // A list of other things, and numbers of other kinds, are what a document does not hold.
  expect(messageOf(list(finiteNumber), data)).toContain("a list; found");
  expect(messageOf(numbers, Float32Array.of(1))).toContain("a list; found an object");
});

test("a matrix must have as many numbers as its shape says", () => {
  expect(messageOf(anyMatrix, { rows: 2, columns: 2, data: [1, 2, 3] })).toBe(
    "document.part.data should be 2 × 2 numbers; found a list of 3.",
  );
  expect(messageOf(anyMatrix, { rows: 1e9, columns: 1e9, data: [] })).toContain("numbers; found a list of 0");
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
  const read = record({ items: list(record({ name: text })) }).read(document, "");
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
  expect(messageOf(numbers, sparse)).toContain("document.part[1] should be a finite number; found nothing");
  const claim: number[] = [];
  claim.length = 2 ** 32 - 1;
  expect(messageOf(numbers, claim)).toContain("document.part[0]");
});

test("nesting without end is refused at the depth where a schema expects something else", () => {
  const deep: unknown = JSON.parse(`${"[".repeat(1e5)}${"]".repeat(1e5)}`);
  expect(messageOf(list(list(finiteNumber)), deep)).toContain(
    "document.part[0][0] should be a finite number; found a list of 1",
  );
});

/** A codec of many parts, with values that it holds. */
const machine = refined(
  record({
    kind: oneOf("small", "large"),
    title: optional(text),
    rows: matrixOf(numberUpTo(1e3)),
    law: inline(record({ weights: numbersOf(positive), bias: withDefault(finiteNumber, 0) })),
    shift: formerly(finiteNumber, 0),
    signs: list(
      mapped(
        flag,
        (isUp) => (isUp ? 1 : -1),
        (sign) => sign === 1,
      ),
    ),
  }),
  ({ rows, law }, expect) => expect.length(law.weights, ".weights", rows.rows),
);

const machines = fc
  .record({
    kind: fc.constantFrom("small" as const, "large" as const),
    title: fc.option(fc.string(), { nil: undefined }),
    rows: fc.array(
      fc.tuple(fc.double({ min: -1e3, max: 1e3, noNaN: true }), fc.double({ min: 1e-9, max: 9, noNaN: true })),
    ),
    bias: fc.double({ noNaN: true, noDefaultInfinity: true }),
    signs: fc.array(fc.constantFrom(-1, 1)),
  })
  .map(({ rows, bias, ...rest }) => ({
    ...rest,
    rows: { rows: rows.length, columns: 1, data: Float64Array.from(rows, ([value]) => value) },
    law: { weights: Float64Array.from(rows, ([, weight]) => weight), bias },
    shift: 0,
  }));

test("what a codec writes is plain data, survives JSON, and is read back as it was", () => {
  fc.assert(
    fc.property(machines, (value) => {
      const written = machine.write(value);
      expect(machine.read(structuredClone(written), "")).toEqual(value);
      const keys = ["kind", "title", "rows", "weights", "bias", "shift", "signs"];
      expect(Object.keys(written)).toEqual(
        keys.filter(
          (key) => !(key === "title" && value.title === undefined) && !(key === "bias" && Object.is(value.law.bias, 0)),
        ),
      );
      // JSON has no −0.
      if (!JSON.stringify(written, (_, part: unknown) => (Object.is(part, -0) ? "−0" : part)).includes("−0")) {
        expect(machine.read(JSON.parse(JSON.stringify(written)), "")).toEqual(value);
      }
    }),
  );
});

test("a refined codec names the place within what it read", () => {
  const written = machine.write({
    kind: "small",
    title: undefined,
    rows: { rows: 1, columns: 1, data: Float64Array.of(2) },
    law: { weights: Float64Array.of(1), bias: 0 },
    shift: 0,
    signs: [],
  });
  expect(messageOf(machine, { ...written, weights: [1, 2] })).toBe(
    "document.part.weights should be 1 numbers; found a list of 2.",
  );
  expect(messageOf(machine, { ...written, weights: [0] })).toContain("document.part.weights[0] should be a positive");
  expect(messageOf(machine, { ...written, shift: "none" })).toContain("document.part.shift should be a finite number");
  expect(messageOf(machine, { ...written, rows: { rows: 1, columns: 1, data: [1e4] } })).toContain("rows.data[0]");
  expect(machine.read({ ...written, shift: 3 }, "").shift).toBe(3);
  const square = refined(anyMatrix, (value, expect) => expect.shape(value, ".inner", 2, 2));
  expect(messageOf(square, { rows: 1, columns: 1, data: [1] })).toContain(
    "document.part.inner should be a 2 × 2 matrix",
  );
});

test("records are told apart by their kind, or by whether a property is there", () => {
  type Shape = { readonly kind: "dot" } | { readonly kind: "disc"; readonly radius: number };
  const shape = variants<Shape>({
    dot: record({ kind: oneOf("dot") }),
    disc: record({ kind: oneOf("disc"), radius: notNegative }),
  });
  for (const value of [{ kind: "dot" }, { kind: "disc", radius: 2 }] as const) {
    expect(shape.read(shape.write(value), "")).toEqual(value);
  }
  expect(messageOf(shape, { kind: "disc", radius: -1 })).toContain("document.part.radius should be a number from 0");
  expect(messageOf(shape, { kind: "toString" })).toContain("document.part.kind should be one of dot, disc");
  expect(messageOf(shape, Object.create({ kind: "dot" }))).toContain("document.part.kind");

  type Size = { readonly exact: number } | { readonly words: string };
  const size = whether(
    "exact",
    record({ exact: positive }),
    record({ words: text }),
    (value: Size) => "exact" in value,
  );
  for (const value of [{ exact: 2 }, { words: "two" }]) expect(size.read(size.write(value), "")).toEqual(value);
  expect(messageOf(size, { exact: 0, words: "none" })).toContain("document.part.exact");
  expect(messageOf(size, {})).toContain("document.part.words should be a text; found nothing");
});

test("where the arithmetic fails, the document is at fault", () => {
  const { code, message } = thrown(() =>
    madeOf("document", "a machine", () => {
      throw new NumericalError("not-positive-definite", "The matrix is singular.");
    }),
  );
  expect([code, message]).toEqual([
    "invalid-document",
    "document does not describe a machine: The matrix is singular.",
  ]);
  expect(() =>
    madeOf("document", "a machine", () => {
      throw new TypeError("a fault of ours");
    }),
  ).toThrow(TypeError);
});
