import { expect, test } from "vitest";
import { differences } from "./compare.ts";

test("numbers within the tolerance agree, others are told with their place", () => {
  expect(differences({ a: 1.05 }, { a: 1 }, { rtol: 0, atol: 0.1 })).toEqual([]);
  expect(differences({ a: 1.2 }, { a: 1 }, { rtol: 0, atol: 0.1 })).toEqual(["a should be 1 within 1.0e-1; is 1.2"]);
  expect(differences(1.2, 1, { rtol: 0, atol: 0.1 })[0]).toContain("the result should be 1");
});

test("the relative tolerance is that of the largest entry of the whole array, however deeply nested", () => {
  const expected = {
    K: [
      [0.001, 0],
      [100, -1],
    ],
  };
  expect(
    differences(
      {
        K: [
          [0.9, 0],
          [100, -1],
        ],
      },
      expected,
      { rtol: 0.01, atol: 0 },
    ),
  ).toEqual([]);
  expect(
    differences(
      {
        K: [
          [1.1, 0],
          [100, -1],
        ],
      },
      expected,
      { rtol: 0.01, atol: 0 },
    ),
  ).toEqual(["K[0][0] should be 0.001 within 1.0e+0; is 1.1"]);
});

test("each quantity has a scale of its own, also inside lists of objects", () => {
  const expected = { bins: [{ count: 1000, mean: 0.001 }] };
  expect(differences({ bins: [{ count: 1000, mean: 0.002 }] }, expected, { rtol: 0.01, atol: 0 })).toHaveLength(1);
});

test("elementwise, every entry is its own scale", () => {
  const options = { rtol: 0.01, atol: 0, compare: "elementwise" };
  expect(differences([100.5, 1.005], [100, 1], options)).toEqual([]);
  expect(differences([100, 1.02], [100, 1], options)).toHaveLength(1);
});

test("an entry of tolerances holds for its quantity and all below it, the longest name first", () => {
  const expected = { evidence: { value: 1, gradient: [1, 1] }, list: [{ value: 1 }], other: 1 };
  const actual = { evidence: { value: 1.05, gradient: [1.4, 1] }, list: [{ value: 1.2 }], other: 1 };
  const options = {
    rtol: 0,
    atol: 0,
    tolerances: { evidence: { atol: 0.1 }, "evidence.gradient": { atol: 0.5 }, "list.value": { atol: 0.25 } },
  };
  expect(differences(actual, expected, options)).toEqual([]);
  expect(differences({ ...actual, other: 1.05 }, expected, options)).toHaveLength(1);
  expect(differences({ ...actual, evidence: { value: 1.2, gradient: [1.6, 1] } }, expected, options)).toHaveLength(2);
});

test("a quantity whose name is a number has tolerances like any other", () => {
  expect(differences({ 10: 1.05 }, { 10: 1 }, { rtol: 0, atol: 0, tolerances: { "10": { atol: 0.1 } } })).toEqual([]);
});

test("with both tolerances zero, or none, numbers must be equal", () => {
  expect(differences([3, 1, 2], [3, 1, 2], { rtol: 0, atol: 0 })).toEqual([]);
  expect(differences([1 + Number.EPSILON], [1], { rtol: 0, atol: 0 })).toHaveLength(1);
  expect(differences([1 + Number.EPSILON], [1], {})).toHaveLength(1);
});

test("null is not compared", () => {
  expect(differences({ a: [1, "anything", 3] }, { a: [1, null, 3] }, { rtol: 0, atol: 0 })).toEqual([]);
  expect(differences({}, { a: null }, { rtol: 0, atol: 0 })).toEqual([]);
});

test("what is not finite is written as text and must be met exactly", () => {
  const options = { rtol: 1, atol: 1 };
  expect(differences([Infinity, -Infinity, Number.NaN], ["Infinity", "-Infinity", "NaN"], options)).toEqual([]);
  expect(differences([1e308], ["Infinity"], options)).toHaveLength(1);
  expect(differences([Infinity], [1], options)).toHaveLength(1);
  expect(differences([Number.NaN], [1], options)).toHaveLength(1);
  // An infinite entry does not widen the tolerance of its neighbours.
  expect(differences([Infinity, 5], ["Infinity", 1], { rtol: 1, atol: 0 })).toHaveLength(1);
});

test("lists must have equal lengths and may be typed arrays", () => {
  expect(differences({ a: Float64Array.of(1, 2) }, { a: [1, 2] }, { rtol: 0, atol: 0 })).toEqual([]);
  expect(differences({ a: [1] }, { a: [1, 2] }, { rtol: 0, atol: 0 })).toEqual(["a should have 2 entries; has 1"]);
  expect(differences({ a: { 0: 1, length: 1 } }, { a: [1] }, { rtol: 0, atol: 0 })[0]).toContain(
    "a should be a list of 1",
  );
});

test("missing quantities and quantities of another kind are told", () => {
  const options = { rtol: 0, atol: 0 };
  expect(differences({}, { a: 1 }, options)).toEqual(["a should be 1; there is nothing"]);
  expect(differences({ a: null }, { a: { b: 1 } }, options)).toEqual(["a should be an object; there is null"]);
  expect(differences({ a: () => 1 }, { a: 1 }, options)[0]).toContain("() => 1");
  expect(differences({ a: "x".repeat(100) }, { a: 1 }, options)[0]).toHaveLength(
    "a should be 1; there is ".length + 61,
  );
  expect(differences(1, undefined, options)).toHaveLength(1);
});

test("what is not named in the expectation is not compared", () => {
  expect(differences({ a: 1, b: 2 }, { a: 1 }, { rtol: 0, atol: 0 })).toEqual([]);
});

test("texts and flags must be equal", () => {
  expect(differences({ label: "a", ok: true }, { label: "a", ok: true }, { rtol: 1, atol: 1 })).toEqual([]);
  expect(differences({ label: "b", ok: 1 }, { label: "a", ok: true }, { rtol: 1, atol: 1 })).toEqual([
    'label should be "a"; is "b"',
    "ok should be true; is 1",
  ]);
});

test("long lists are compared without a deep stack", () => {
  const long = Array.from({ length: 300_000 }, (_, i) => i);
  expect(differences(long, long, { rtol: 0, atol: 0 })).toEqual([]);
});
