import { expect, test } from "vitest";
import { spreadOf } from "../src/spread.ts";

test("the deviation divides by one less than the number of values, and one value has none", () => {
  expect(spreadOf([1, 2, 3, 6])).toEqual({ mean: 3, deviation: Math.sqrt(14 / 3) });
  expect(spreadOf([5])).toEqual({ mean: 5, deviation: Number.NaN });
});
