import { expect, test } from "vitest";
import { errorRate } from "../../src/evaluate/errorRate.ts";
import { mostProbable } from "../../src/evaluate/mostProbable.ts";
import { scored } from "./scores.ts";

test.each(scored)("agrees with scikit-learn: $name", ({ probabilities, truth, weights, expected }) => {
  expect(errorRate(mostProbable(probabilities), truth, weights)).toBeCloseTo(expected.errorRate, 14);
});

test("is the weight of the wrong rows over all weight", () => {
  expect(errorRate([0, 1, 2, 2], [0, 1, 1, 2])).toBe(0.25);
  expect(errorRate([0, 1, 2, 2], [0, 1, 1, 2], [1, 0, 3, 0])).toBe(0.75);
});

test("refuses lists of different length and class numbers that are not whole", () => {
  expect(() => errorRate([0, 1], [0])).toThrow(expect.objectContaining({ code: "rows-differ" }));
  expect(() => errorRate([0, 1], [0, 0.5])).toThrow(
    expect.objectContaining({ code: "invalid-class", place: { row: 2 } }),
  );
  expect(() => errorRate([0, 1], [0, -1])).toThrow(expect.objectContaining({ code: "invalid-class" }));
});
