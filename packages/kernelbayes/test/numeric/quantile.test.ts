import { expect, test } from "vitest";
import { quantile, quantileOfSorted } from "../../src/numeric/quantile.ts";

test("quantiles interpolate between order statistics as type 7 does", () => {
  // R: quantile(c(3, 1, 4, 1, 5, 9, 2, 6), c(0, .1, .25, .5, .9, 1))
  const values = [3, 1, 4, 1, 5, 9, 2, 6];
  const expected = [1, 1, 1.75, 3.5, 6.9, 9];
  [0, 0.1, 0.25, 0.5, 0.9, 1].forEach((q, i) => expect(quantile(values, q)).toBeCloseTo(expected[i], 14));
  expect(values).toEqual([3, 1, 4, 1, 5, 9, 2, 6]);
});

test("sorted values need no sorting, and one value is every quantile", () => {
  expect(quantileOfSorted(new Float64Array([1, 2, 10]), 0.75)).toBe(6);
  for (const q of [0, 0.3, 1]) expect(quantile([7], q)).toBe(7);
});

test("numbers are ordered as numbers", () => {
  expect(quantile([100, 9, 20], 0.5)).toBe(20);
});

test("infinite values do not turn into NaN between themselves", () => {
  expect(quantile([-Infinity, -Infinity, 3, Infinity], 0.2)).toBe(-Infinity);
  expect(quantile([1, Infinity, Infinity], 0.75)).toBe(Infinity);
  expect(quantile([1, Infinity], 0)).toBe(1);
});

test("nothing to choose from, NaN among the values or a level outside [0, 1] gives NaN", () => {
  expect(quantile([], 0.5)).toBeNaN();
  expect(quantile([NaN, 1, 2], 0)).toBeNaN();
  for (const q of [-0.01, 1.01, NaN]) expect(quantile([1, 2], q)).toBeNaN();
});
