import { expect, test } from "vitest";
import { exponential } from "../../src/random/exponential.ts";
import { stream, streamOf } from "../../src/random/stream.ts";
import { distributionProbability, drawMany, falseAlarm } from "./goodness.ts";

test("exponential numbers follow 1 − e⁻ˣ and would be found out with a rate of 1.05", () => {
  const source = stream(7);
  const draws = drawMany(100_000, () => exponential(source));
  expect(distributionProbability(draws, (x) => -Math.expm1(-x))).toBeGreaterThan(falseAlarm);
  expect(distributionProbability(draws, (x) => -Math.expm1(-1.05 * x))).toBeLessThan(falseAlarm);
});

test("exponential numbers are positive and finite at the ends of the uniform ones", () => {
  expect(exponential(streamOf(() => 0))).toBeCloseTo(54 * Math.LN2, 12);
  expect(exponential(streamOf(() => -1))).toBe(2 ** -53);
});
