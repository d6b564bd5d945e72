import { expect, test } from "vitest";
import { squaredDistance } from "../../../../src/models/projection/chain/squaredDistance.ts";

test("squares of differences are added up", () => {
  expect(squaredDistance(Float64Array.of(1, 5, -2), Float64Array.of(4, 1, -2))).toBe(25);
  expect(squaredDistance(new Float64Array(0), new Float64Array(0))).toBe(0);
});
