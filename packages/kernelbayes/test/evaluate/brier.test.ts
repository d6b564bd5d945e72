import { expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import { brier } from "../../src/evaluate/brier.ts";
import { scored } from "./scores.ts";

test.each(scored)("agrees with scikit-learn: $name", ({ probabilities, truth, weights, expected }) => {
  expect(brier(probabilities, truth, weights)).toBeCloseTo(expected.brier ?? expected.brierSum, 14);
});

test("is half the sum over both classes when there are two", () => {
  const [two] = scored;
  expect(brier(two.probabilities, two.truth)).toBeCloseTo(two.expected.brierSum / 2, 14);
});

test("is 1 at worst for two classes and 2 for more", () => {
  expect(brier([1, 0], [0, 1])).toBe(1);
  expect(brier(matrix(1, 3, Float64Array.of(1, 0, 0)), [2])).toBe(2);
});
