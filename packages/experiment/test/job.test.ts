import { expect, test } from "vitest";
import { canonicalText, jobOf } from "../src/job.ts";

test("equal identities have equal keys, in whatever order they were written", () => {
  const one = jobOf({ dataset: "heart", partition: 3, options: { b: [1, { y: 2, x: null }], a: "é" } }, { task: "t" });
  const other = jobOf(
    { options: { a: "é", b: [1, { x: null, y: 2 }] }, partition: 3, dataset: "heart" },
    { task: "u" },
  );
  expect(one.key).toBe(other.key);
  expect(JSON.parse(one.key)).toEqual(one.identity);
});

test.each([
  ["a number and its text", { seed: 1 }, { seed: "1" }],
  ["a list and its order", [1, 2], [2, 1]],
  ["an empty and a missing list", { a: [] }, {}],
  ["nested and flat", { a: { b: 1 } }, { "a.b": 1 }],
])("different identities have different keys: %s", (_, one, other) => {
  expect(canonicalText(one)).not.toBe(canonicalText(other));
});

test.each([
  ["undefined", undefined],
  ["NaN", Number.NaN],
  ["infinity", -Infinity],
  ["a function", () => 1],
  ["a date", new Date(0)],
  ["a typed array", new Float64Array(2)],
  ["a hole in a list", [1, , 3]], // oxlint-disable-line no-sparse-arrays
  ["a bigint", 1n],
])("%s has no text, and JSON is not let drop or change it", (_, value) => {
  expect(() => canonicalText({ inside: [value] })).toThrow(RangeError);
  expect(() => canonicalText(value)).toThrow(RangeError);
});

test("the task is sent the identity unless there is another input, and the kind is the task unless there is another", () => {
  const identity = { partition: 1 };
  expect(jobOf(identity, { task: "t" })).toMatchObject({ identity, input: identity, kind: "t", cost: 1 });
  expect(jobOf(identity, { task: "t", input: 7, kind: "k", cost: 2 })).toMatchObject({ input: 7, kind: "k", cost: 2 });
});

test.each([0, -1, Number.NaN, Infinity])("a cost of %d is refused", (cost) => {
  expect(() => jobOf({}, { task: "t", cost })).toThrow(RangeError);
});
