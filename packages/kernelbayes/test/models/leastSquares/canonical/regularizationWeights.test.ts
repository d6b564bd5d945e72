import { expect, test } from "vitest";
import { regularizationWeights } from "../../../../src/models/leastSquares/canonical/regularizationWeights.ts";

test("weights sum to one, and three nats are worth a factor e", () => {
  const weights = regularizationWeights([103, 100, 106, 101.5]);
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 15);
  [1, 0, 2, 0.5].forEach((thirds, k) => expect(weights[k] / weights[1]).toBeCloseTo(Math.exp(-thirds), 14));
});

test("what is worth less than a fiftieth of the best has no part, nor has what could not be scored", () => {
  // e^−3.9 is 0.0202, e^−3.92 is 0.0198.
  const weights = regularizationWeights([0, 11.7, 11.76, Infinity, Number.NaN]);
  expect(Array.from(weights, (weight) => weight > 0)).toEqual([true, true, false, false, false]);
  expect(weights[0] + weights[1]).toBeCloseTo(1, 15);
});

test("a single one has all the weight", () => {
  expect(regularizationWeights([250])).toEqual(Float64Array.of(1));
});
