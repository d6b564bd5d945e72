import { expect, test } from "vitest";
import { logTailProbability, tailProbability } from "../../src/numeric/tail.ts";

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
