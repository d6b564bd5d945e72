import { expect, test } from "vitest";
import { incompleteGammaUpper } from "../../src/numeric/incompleteGammaLower.ts";
import { inverseGamma } from "../../src/random/inverseGamma.ts";
import { stream } from "../../src/random/stream.ts";
import { distributionProbability, drawMany, falseAlarm, meanProbability } from "./goodness.ts";

test("inverse gamma draws have the distribution function Q(shape, scale / x)", () => {
  for (const [shape, scale] of [
    [0.5, 3],
    [3, 0.1],
    [200, 1e4],
  ]) {
    const source = stream(7);
    const draws = drawMany(30_000, () => inverseGamma(source, shape, scale));
    expect(distributionProbability(draws, (x) => incompleteGammaUpper(shape, scale / x))).toBeGreaterThan(falseAlarm);
    expect(distributionProbability(draws, (x) => incompleteGammaUpper(shape, (1.2 * scale) / x))).toBeLessThan(
      falseAlarm,
    );
  }
});

test("the mean of inverse gamma draws is scale / (shape − 1)", () => {
  const source = stream(8);
  const draws = drawMany(50_000, () => inverseGamma(source, 12, 22));
  expect(meanProbability(draws, 2, 2 / Math.sqrt(10))).toBeGreaterThan(falseAlarm);
});

test("shape and scale must be positive", () => {
  expect(() => inverseGamma(stream(7), 0, 1)).toThrow(RangeError);
  expect(() => inverseGamma(stream(7), 1, 0)).toThrow(RangeError);
});
