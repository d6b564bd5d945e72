import { expect, test } from "vitest";
import { logSlope, median, timed } from "../cpuTime.ts";

test("the median is the middle value, or the mean of the two in the middle", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test("the slope on logarithmic axes is the exponent of a power law", () => {
  const sizes = [100, 200, 400, 800];
  expect(
    logSlope(
      sizes,
      sizes.map((n) => 7 * n ** 2.5),
    ),
  ).toBeCloseTo(2.5, 12);
});

test("what is timed gives its result, and its CPU time is not negative", () => {
  const { result, milliseconds } = timed(() => 5);
  expect(result).toBe(5);
  expect(milliseconds).toBeGreaterThanOrEqual(0);
});
