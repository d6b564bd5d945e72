import fixture from "../fixtures/random/streams.json" with { type: "json" };
import { expect, test } from "vitest";
import { incompleteGammaLower, incompleteGammaUpper } from "../../src/numeric/incompleteGammaLower.ts";
import { gamma, logGammaVariate, inverseGamma, beta, exponential } from "../../src/random/gamma.ts";
import { stream, streamOf } from "../../src/random/stream.ts";
import { distributionProbability, drawMany, falseAlarm, meanProbability } from "./goodness.ts";
import { incompleteBeta } from "../../src/numeric/incompleteBeta.ts";

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
