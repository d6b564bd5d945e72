import { expect, test } from "vitest";
import { matrix } from "../../../src/engine/matrix.ts";
import { weightSum } from "../../../src/kernels/parts/weightSum.ts";

test("symmetric weights are summed from their lower triangle", () => {
  expect(weightSum(matrix(3, 3, Float64Array.of(1, 2, 3, 2, 4, 5, 3, 5, 6)))).toBe(31);
  expect(weightSum(matrix(2, 2, Float64Array.of(1, NaN, 2, 4)))).toBe(9);
  expect(weightSum(matrix(0, 0))).toBe(0);
});
