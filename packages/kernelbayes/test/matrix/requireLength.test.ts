import { expect, test } from "vitest";
import { requireLength, requireIndex } from "../../src/matrix/requireLength.ts";

test("equal lengths pass, others are refused with both numbers", () => {
  requireLength(3, 3, "The length");
  expect(() => requireLength(2, 3, "The length")).toThrow(new RangeError("The length must be 3; got 2."));
});

test("whole numbers from 0 to below the length pass, all else is refused", () => {
  for (const index of [0, 1]) requireIndex(index, 2, "Row");
  for (const index of [-1, 2, 0.5, NaN]) expect(() => requireIndex(index, 2, "Row")).toThrow(RangeError);
});
