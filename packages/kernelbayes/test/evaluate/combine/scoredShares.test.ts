import { expect, test } from "vitest";
import { scoredShares } from "../../../src/evaluate/combine/scoredShares.ts";

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
