import { expect, test } from "vitest";
import { writtenNumbers } from "../../src/table/writtenNumbers.ts";

test("numbers are written as they were, where that is how they read", () => {
  const values = Float64Array.of(1, 1.5, 1.5, NaN, -0, -0, Infinity, 1e21);
  const texts = ["01", undefined, "1,5", undefined, undefined, "-0.0", "inf", undefined];
  expect(writtenNumbers({ name: "a", type: "number", values, texts })).toEqual([
    "01",
    "1.5",
    "1.5",
    undefined,
    "-0",
    "-0.0",
    "inf",
    "1e+21",
  ]);
});
