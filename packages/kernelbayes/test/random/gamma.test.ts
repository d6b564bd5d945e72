import { expect, test } from "vitest";
import { incompleteGammaLower } from "../../src/numeric/incompleteGammaLower.ts";
import { gamma, logGammaVariate } from "../../src/random/gamma.ts";
import { stream } from "../../src/random/stream.ts";
import fixture from "../fixtures/random/streams.json" with { type: "json" };
import { distributionProbability, drawMany, falseAlarm, meanProbability } from "./goodness.ts";

test("gamma draws are those of a second implementation", () => {
  for (const { shape, values } of fixture.gamma) {
    const source = stream(7);
    for (const value of values) expect(Math.abs(gamma(source, shape) / value - 1)).toBeLessThan(1e-11);
  }
});

test("gamma draws follow the incomplete gamma function for shapes from 0.05 to 10⁵ and any rate", () => {
  for (const shape of [0.05, 0.3, 0.99, 1, 1.5, 4, 30, 1e5]) {
    const source = stream(7);
    const draws = drawMany(20_000, () => gamma(source, shape, 2));
    expect(distributionProbability(draws, (x) => incompleteGammaLower(shape, 2 * x))).toBeGreaterThan(falseAlarm);
    expect(meanProbability(draws, shape / 2, Math.sqrt(shape) / 2)).toBeGreaterThan(falseAlarm);
    expect(distributionProbability(draws, (x) => incompleteGammaLower(1.1 * shape, 2 * x))).toBeLessThan(falseAlarm);
  }
});

test("logarithms of gamma draws stay finite and right for shapes that underflow", () => {
  for (const shape of [1e-4, 1e-9]) {
    const source = stream(7);
    const logs = drawMany(20_000, () => logGammaVariate(source, shape));
    // For tiny shapes shape · log X is distributed as log U, but for a correction of the order of the shape.
    expect(logs.every(Number.isFinite)).toBe(true);
    expect(distributionProbability(logs, (x) => Math.min(1, Math.exp(shape * x)))).toBeGreaterThan(falseAlarm);
  }
  expect(gamma(stream(7), 1e-9)).toBeGreaterThanOrEqual(0);
});

test("a gamma draw and its logarithm come from the same numbers", () => {
  for (const shape of [0.2, 3]) {
    expect(logGammaVariate(stream(5), shape, 4)).toBeCloseTo(Math.log(gamma(stream(5), shape, 4)), 12);
  }
});

test("shape and rate must be positive and finite", () => {
  for (const value of [0, -1, NaN, Infinity]) {
    expect(() => gamma(stream(7), value)).toThrow(RangeError);
    expect(() => gamma(stream(7), 1, value)).toThrow(RangeError);
    expect(() => logGammaVariate(stream(7), value)).toThrow(RangeError);
  }
});
