import { expect, test } from "vitest";
import { incompleteBeta } from "../../src/numeric/incompleteBeta.ts";
import { beta } from "../../src/random/beta.ts";
import { stream } from "../../src/random/stream.ts";
import { distributionProbability, drawMany, falseAlarm } from "./goodness.ts";

test("beta draws follow the incomplete beta function", () => {
  for (const [a, b] of [
    [1, 1],
    [0.3, 0.6],
    [2, 5],
    [400, 30],
  ]) {
    const source = stream(7);
    const draws = drawMany(30_000, () => beta(source, a, b));
    expect(distributionProbability(draws, (x) => incompleteBeta(a, b, x))).toBeGreaterThan(falseAlarm);
    expect(distributionProbability(draws, (x) => incompleteBeta(a, 1.2 * b, x))).toBeLessThan(falseAlarm);
  }
});

test("tiny parameters give draws next to 0 and 1 in the right proportion", () => {
  const source = stream(7);
  const draws = drawMany(20_000, () => beta(source, 1e-6, 3e-6));
  expect(draws.every((x) => x >= 0 && x <= 1)).toBe(true);
  const nearOne = draws.filter((x) => x > 0.5).length;
  // Binomial with p = ¼; five deviations are exceeded with probability 6e-7.
  expect(Math.abs(nearOne - 5000)).toBeLessThan(5 * Math.sqrt(20_000 * 0.25 * 0.75));
});

test("parameters must be positive", () => {
  expect(() => beta(stream(7), 0, 1)).toThrow(RangeError);
  expect(() => beta(stream(7), 1, -1)).toThrow(RangeError);
});
