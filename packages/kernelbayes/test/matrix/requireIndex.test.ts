import { expect, test } from "vitest";
import { requireIndex } from "../../src/matrix/requireIndex.ts";

test("whole numbers from 0 to below the length pass, all else is refused", () => {
  for (const index of [0, 1]) requireIndex(index, 2, "Row");
  for (const index of [-1, 2, 0.5, NaN]) expect(() => requireIndex(index, 2, "Row")).toThrow(RangeError);
});
