import { describe, expect, test } from "vitest";
import {
  log1mExp,
  log1pExp,
  logSumExp,
  minusLog1p,
  logOfRest,
  logSoftmaxInPlace,
} from "../../src/numeric/logSumExp.ts";

describe("log Σ exp", () => {
  test("neither overflows nor underflows", () => {
    expect(logSumExp([1000, 1000])).toBeCloseTo(1000 + Math.LN2, 12);
    expect(logSumExp([-1000, -1001, -1002])).toBeCloseTo(-1000 + Math.log(1 + Math.exp(-1) + Math.exp(-2)), 12);
    expect(logSumExp(new Float64Array([Math.log(1), Math.log(2), Math.log(3)]))).toBeCloseTo(Math.log(6), 15);
  });

  test("takes −∞ for an impossible term and for no terms, and ∞ and NaN as they come", () => {
    expect(logSumExp([])).toBe(-Infinity);
    expect(logSumExp([-Infinity, -Infinity])).toBe(-Infinity);
    expect(logSumExp([-Infinity, 2])).toBe(2);
    expect(logSumExp([1, Infinity])).toBe(Infinity);
    expect(logSumExp([Infinity, NaN])).toBeNaN();
    expect(logSumExp([NaN, 1])).toBeNaN();
  });
});

test("log(1 + exp x) is x on the right, exp x on the left and right in between", () => {
  expect(log1pExp(800)).toBe(800);
  expect(log1pExp(-800)).toBe(0);
  expect(log1pExp(-40)).toBeCloseTo(Math.exp(-40), 30);
  expect(log1pExp(0)).toBe(Math.LN2);
  for (const x of [-3, -0.5, 0.5, 3]) expect(log1pExp(x)).toBeCloseTo(Math.log(1 + Math.exp(x)), 14);
  expect(log1pExp(Infinity)).toBe(Infinity);
  expect(log1pExp(-Infinity)).toBe(0);
  expect(log1pExp(NaN)).toBeNaN();
});

test("log(1 − exp x) keeps its digits at both ends", () => {
  for (const x of [-3, -0.8, -0.6, -0.1]) expect(log1mExp(x)).toBeCloseTo(Math.log(1 - Math.exp(x)), 13);
  expect(log1mExp(-1e-20)).toBeCloseTo(Math.log(1e-20), 13);
  expect(log1mExp(-50) / -Math.exp(-50)).toBeCloseTo(1, 14);
  expect(log1mExp(0)).toBe(-Infinity);
  expect(log1mExp(-Infinity)).toBe(-0);
  expect(log1mExp(1)).toBeNaN();
  expect(log1mExp(NaN)).toBeNaN();
});

test("t − log(1 + t) follows its series near 0 and its definition elsewhere", () => {
  for (const t of [1e-150, -1e-100, 1e-9, -1e-9, 1e-4, -1e-4]) {
    const series = t * t * (1 / 2 - t / 3 + (t * t) / 4 - t ** 3 / 5);
    expect(Math.abs(minusLog1p(t) / series - 1)).toBeLessThan(1e-15);
  }
  for (const t of [-0.9999, -0.6, -0.499, -0.3, 0.2, 0.7, 0.999, 1.001, 50, 1e10]) {
    expect(Math.abs(minusLog1p(t) / (t - Math.log1p(t)) - 1)).toBeLessThan(1e-14);
  }
  expect(minusLog1p(0)).toBe(0);
  expect(minusLog1p(-1)).toBe(Infinity);
  expect(minusLog1p(NaN)).toBeNaN();
  expect(minusLog1p(-2)).toBeNaN();
});

function logSoftmax(...scores: number[]): number[] {
  const values = Float64Array.from(scores);
  logSoftmaxInPlace(values);
  return Array.from(values);
}

test("scores become log probabilities that sum to one, whatever is added to all of them", () => {
  for (const offset of [0, 1e3, -1e3, 1e15]) {
    const scores = logSoftmax(offset, offset + 1, offset - 2);
    expect(logSumExp(scores)).toBeCloseTo(0, 12);
    expect(scores[1] - scores[0]).toBeCloseTo(1, 12);
    expect(scores[2] - scores[0]).toBeCloseTo(-2, 12);
  }
});

test("scores of any size stay log probabilities: the largest takes all, a score of −Infinity nothing", () => {
  expect(logSoftmax(1e308, -1e308)).toEqual([0, -Infinity]);
  expect(logSoftmax(0, -Infinity)).toEqual([0, -Infinity]);
  expect(logSoftmax(5)).toEqual([0]);
  expect(logSoftmax()).toEqual([]);
});

test("equal scores of any finite size share the probability equally", () => {
  for (const score of [0, 700, -700, 1e6, -1e308, 1e308]) {
    for (const value of logSoftmax(score, score, score)) expect(value).toBeCloseTo(-Math.log(3), 12);
  }
});

test("the rest keeps its digits when one class is next to certain", () => {
  const logProbabilities = Float64Array.of(-1e-40, -100, -101);
  const rest = logOfRest(logProbabilities);
  expect(rest[0]).toBeCloseTo(-100 + Math.log1p(Math.exp(-1)), 12);
  expect(rest[1]).toBeCloseTo(0, 12);
  expect([...logProbabilities]).toEqual([-1e-40, -100, -101]);
});

test("of two classes the rest is the other one, exactly", () => {
  expect([...logOfRest(Float64Array.of(-0.25, -1.5))]).toEqual([-1.5, -0.25]);
  expect([...logOfRest(Float64Array.of(0, -Infinity))]).toEqual([-Infinity, 0]);
});

test("a class and its rest make one", () => {
  const logProbabilities = Float64Array.from([0.5, 0.3, 0.15, 0.05], Math.log);
  logOfRest(logProbabilities).forEach((rest, c) => {
    expect(Math.exp(rest) + Math.exp(logProbabilities[c])).toBeCloseTo(1, 15);
  });
});
