import { expect, test } from "vitest";
import { classPriors, priorsAmong } from "../../src/fit/classPriors.ts";
import { thrown } from "../thrown.ts";

test("priors stand in the order of the labels and are made to sum to one exactly", () => {
  expect(classPriors({ b: 0.25, a: 0.75 }, ["a", "b"])).toEqual(Float64Array.of(0.75, 0.25));
  const values = classPriors({ a: 0.3333333, b: 0.3333333, c: 0.3333333 }, ["a", "b", "c"]);
  expect(values?.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 15);
});

test("equal priors are equal, and empirical ones are left to the model", () => {
  expect(classPriors("equal", ["a", "b", "c", "d"])).toEqual(Float64Array.of(0.25, 0.25, 0.25, 0.25));
  expect(classPriors("empirical", ["a", "b"])).toBeUndefined();
  expect(classPriors(undefined, ["a", "b"])).toBeUndefined();
});

test("priors of labels named like inherited properties are not found by accident", () => {
  expect(thrown(() => classPriors({ a: 1 }, ["a", "toString"])).code).toBe("invalid-priors");
});

test("priors among some of the classes keep their odds; others stay as they are", () => {
  expect(priorsAmong({ a: 0.5, b: 0.25, c: 0.25 }, ["a", "b"])).toEqual({ a: 2 / 3, b: 1 / 3 });
  expect(priorsAmong("equal", ["a"])).toBe("equal");
});
