import { expect, test } from "vitest";
import { logSumExp } from "../../src/numeric/logSumExp.ts";
import { logOfRest, logSoftmaxInPlace } from "../../src/numeric/logSoftmaxInPlace.ts";

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
