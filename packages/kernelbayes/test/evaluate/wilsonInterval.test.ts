import { expect, test } from "vitest";
import { wilsonInterval } from "../../src/evaluate/wilsonInterval.ts";
import { expectClose } from "./expectClose.ts";
import { wilsonIntervals } from "./scores.ts";

test.each(wilsonIntervals)("agrees with SciPy for $successes of $trials at $level", (given) => {
  expectClose(wilsonInterval(given.successes, given.trials, given.level), given.interval, 1e-14);
});

test("its ends are the shares that a score test would just reject", () => {
  const [lower, upper] = wilsonInterval(3.5, 20);
  for (const q of [lower, upper]) {
    expect(Math.abs(3.5 / 20 - q) / Math.sqrt((q * (1 - q)) / 20)).toBeCloseTo(1.959963984540054, 12);
  }
});

test("ends exactly at 0 and 1 when nothing or everything succeeded", () => {
  expect(wilsonInterval(0, 7)[0]).toBe(0);
  expect(wilsonInterval(7, 7)[1]).toBe(1);
});

test("refuses a level outside (0, 1) and counts that make no share", () => {
  expect(() => wilsonInterval(1, 2, 1)).toThrow(expect.objectContaining({ code: "invalid-level" }));
  expect(() => wilsonInterval(3, 2)).toThrow(RangeError);
  expect(() => wilsonInterval(0, 0)).toThrow(RangeError);
});
