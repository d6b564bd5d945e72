import { expect, test } from "vitest";
import { logIncompleteGammaUpper } from "../../src/numeric/incompleteGammaLower.ts";
import { stream } from "../../src/random/stream.ts";
import { truncatedGamma } from "../../src/random/truncatedGamma.ts";
import { distributionProbability, drawMany, falseAlarm } from "./goodness.ts";

test("truncated gamma draws follow the incomplete gamma function, near the bound and far beyond it", () => {
  for (const shape of [0.01, 0.5, 0.95, 1, 1.001, 3, 60]) {
    for (const c of [1e-3, 0.7, 1, 2.5, 59, 90, 400]) {
      const source = stream(7);
      const draws = drawMany(4000, () => truncatedGamma(source, shape, 2, c / 2));
      expect(distributionProbability(draws, cdf(shape, c))).toBeGreaterThan(falseAlarm);
      expect(distributionProbability(draws, cdf(shape + 1 + 0.4 * c, c))).toBeLessThan(falseAlarm);
    }
  }
});

test("a shape of 0, cut off, is the limit of small shapes", () => {
  for (const c of [1e-6, 0.1, 0.99, 1.01, 20]) {
    const source = stream(7);
    const draws = drawMany(4000, () => truncatedGamma(source, 0, 2, c / 2));
    expect(draws.every((x) => x >= c / 2)).toBe(true);
    expect(distributionProbability(draws, cdf(1e-7, c))).toBeGreaterThan(falseAlarm);
  }
});

test("shape, rate and bound must be such that there is a distribution", () => {
  for (const value of [-1, NaN, Infinity]) expect(() => truncatedGamma(stream(7), value, 1, 1)).toThrow(RangeError);
  for (const value of [0, -1, NaN, Infinity]) {
    expect(() => truncatedGamma(stream(7), 1, value, 1)).toThrow(RangeError);
    expect(() => truncatedGamma(stream(7), 1, 1, value)).toThrow(RangeError);
  }
});

/** 1 − Γ(shape, 2x)/Γ(shape, c) for draws of rate 2 beyond c/2. */
function cdf(shape: number, c: number): (x: number) => number {
  const whole = logIncompleteGammaUpper(shape, c);
  return (x) => Math.max(0, -Math.expm1(logIncompleteGammaUpper(shape, 2 * x) - whole));
}
