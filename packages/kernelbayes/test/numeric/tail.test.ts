import { expect, test } from "vitest";
import { logTailProbability, tailProbability, tailIntegral } from "../../src/numeric/tail.ts";
import { normalCdf } from "../../src/numeric/normalCdf.ts";

test("a tail gives its own probability directly and the other one as the complement", () => {
  const tail = { side: "lower", logScale: Math.log(0.125), factor: 2 } as const;
  expect(tailProbability(tail, "lower")).toBeCloseTo(0.25, 15);
  expect(tailProbability(tail, "upper")).toBeCloseTo(0.75, 15);
  expect(logTailProbability(tail, "lower")).toBeCloseTo(Math.log(0.25), 15);
  expect(logTailProbability(tail, "upper")).toBeCloseTo(Math.log(0.75), 15);
});

test("rounding never lifts a probability above one", () => {
  const tail = { side: "upper", logScale: 1e-16, factor: 1.0000000000000002 } as const;
  expect(tailProbability(tail, "upper")).toBe(1);
  expect(logTailProbability(tail, "upper")).toBe(0);
});

test("a logarithm survives where the probability underflows", () => {
  const tail = { side: "lower", logScale: -5000, factor: Math.E } as const;
  expect(tailProbability(tail, "lower")).toBe(0);
  expect(logTailProbability(tail, "lower")).toBeCloseTo(-4999, 10);
  expect(logTailProbability(tail, "upper")).toBe(-0);
});

test("exponential and normal tails come out to the last digits", () => {
  for (const slope of [1e-3, 1, 50]) {
    expect(tailIntegral((s) => slope * s, slope, 0, Infinity) * slope).toBeCloseTo(1, 14);
  }
  for (const z of [0, 0.3, 2, 10, 30]) {
    const tail = tailIntegral((s) => s * (z + 0.5 * s), z, 1, Infinity);
    expect((tail * Math.exp(-0.5 * z * z)) / (Math.sqrt(2 * Math.PI) * normalCdf(-z))).toBeCloseTo(1, 13);
  }
});

test("the range is widened when the curvature fades away, and cut at the limit", () => {
  // s − log(1 + s) has slope 0 and curvature 1 at 0, but grows only linearly: ∫ (1 + s) e⁻ˢ ds = 2.
  expect(tailIntegral((s) => s - Math.log1p(s), 0, 1, Infinity)).toBeCloseTo(2, 13);
  expect(tailIntegral((s) => s, 1, 0, 0.5)).toBeCloseTo(-Math.expm1(-0.5), 15);
});
