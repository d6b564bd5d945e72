import { expect, test } from "vitest";
import { matrix } from "../../../src/engine/matrix.ts";
import { densitiesAmongScored, scoredShares } from "../../../src/evaluate/combine/densitiesAmongScored.ts";
import { expectClose } from "../expectClose.ts";

const probabilities = [0.5, 0.3, 0.2, 0.1, 0.6, 0.3];
const logs = matrix(2, 3, Float64Array.from(probabilities, Math.log));

test("where every class was scored, a density is the log probability of the row's class", () => {
  const densities = densitiesAmongScored(logs, Int32Array.of(0, 1), Float64Array.of(1, 1, 1), []);
  expect(Array.from(densities)).toEqual([Math.log(0.5), Math.log(0.6)]);
});

test("a class without scored rows is no alternative for a row that has a score", () => {
  const densities = densitiesAmongScored(logs, Int32Array.of(0, 1), Float64Array.of(1, 1, 0), []);
  expectClose(densities, [Math.log(0.5 / 0.8), Math.log(0.6 / 0.7)], 1e-15);
  // Rows of one class only: no candidate is better than another.
  const single = densitiesAmongScored(logs, Int32Array.of(1, 1), Float64Array.of(0, 1, 0), []);
  expectClose(single, [0, 0], 1e-15);
});

test("shares are odds, and rows without a score stay without a density", () => {
  const densities = densitiesAmongScored(logs, Int32Array.of(0, 1), Float64Array.of(0.5, 1, 1), [1]);
  expect(densities[0]).toBeCloseTo(Math.log(0.25 / 0.75), 14);
  expect(densities[1]).toBeNaN();
});

test("the share of a class is the weight of its scored rows over that of all its rows", () => {
  const classes = [0, 0, 0, 1, 1, 2, 3];
  const weights = [1, 2, 3, 1, 1, 5, 0];
  expect(Array.from(scoredShares([0, 2, 3, 4], classes, weights, 4))).toEqual([4 / 6, 1, 0, 1]);
});

test("all rows scored is a share of exactly one, whatever the order of the sum", () => {
  const weights = Float64Array.from({ length: 50 }, (_, i) => 0.1 * (i + 1));
  const rows = Array.from(weights.keys()).toReversed();
  expect(scoredShares(rows, new Int32Array(50), weights, 1)[0]).toBe(1);
});
