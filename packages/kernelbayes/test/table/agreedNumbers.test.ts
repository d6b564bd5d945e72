import { expect, test } from "vitest";
import { agreedNumbers } from "../../src/table/agreedNumbers.ts";

test("reads decimal commas where every text agrees and one leaves no doubt", () => {
  expect(agreedNumbers(["1,5", "2", "1,234"])).toEqual({
    writing: "decimal-comma",
    values: Float64Array.of(1.5, 2, 1.234),
  });
});

test("does not guess what a comma means that may separate thousands", () => {
  expect(agreedNumbers(["1,234", "5"])).toBeUndefined();
  expect(agreedNumbers(["1,234", "5"], true)?.values).toEqual(Float64Array.of(1.234, 5));
});

test("does not mix points and commas, or signs and plain numbers", () => {
  expect(agreedNumbers(["1,5", "1.5"])).toBeUndefined();
  expect(agreedNumbers(["5%", "0.05"])).toBeUndefined();
  expect(agreedNumbers(["1,5", "n.d."])).toBeUndefined();
});

test("reads percentages as shares, with points or commas", () => {
  expect(agreedNumbers(["5%", "12.5 %"])).toEqual({ writing: "percent", values: Float64Array.of(0.05, 0.125) });
  expect(agreedNumbers(["5%", "12,5%"])?.values).toEqual(Float64Array.of(0.05, 0.125));
  expect(agreedNumbers(["5.5%", "12,5%"])).toBeUndefined();
});
