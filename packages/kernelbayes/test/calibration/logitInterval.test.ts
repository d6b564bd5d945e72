import { expect, test } from "vitest";
import { allowedSides, logitDeviations, logitInterval, putLogitInPlace } from "../../src/calibration/logitInterval.ts";
import { emptyPrediction } from "../../src/posterior/numericPosterior.ts";
import { logOfRest, logSoftmaxInPlace } from "../../src/numeric/logSumExp.ts";
import { expectClose } from "../evaluate/expectClose.ts";

/** The variance of a contrast from a covariance matrix. */
function varianceFrom(covariance: number[][]): (contrast: Float64Array) => number {
  return (g) => covariance.reduce((sum, row, k) => row.reduce((s, value, l) => s + g[k] * g[l] * value, sum), 0);
}

function logits(scores: readonly number[]): Float64Array {
  const logs = Float64Array.from(scores);
  logSoftmaxInPlace(logs);
  const rest = logOfRest(logs);
  return logs.map((log, c) => log - rest[c]);
}

test("the deviation of each logit follows from the gradient in the scores, found by differences", () => {
  const scores = [0.3, -1, 0.8];
  const covariance = [
    [0.5, 0.1, 0.2],
    [0.1, 0.4, -0.1],
    [0.2, -0.1, 0.7],
  ];
  const logs = Float64Array.from(scores);
  logSoftmaxInPlace(logs);
  const found = logitDeviations(logs, logOfRest(logs), varianceFrom(covariance));
  const step = 1e-6;
  const expected = [0, 1, 2].map((c) => {
    const gradient = scores.map((_, k) => {
      const moved = (by: number): number => logits(scores.map((score, j) => (j === k ? score + by : score)))[c];
      return (moved(step) - moved(-step)) / (2 * step);
    });
    return Math.sqrt(varianceFrom(covariance)(Float64Array.from(gradient)));
  });
  expectClose(found, expected, 1e-8);
});

test("every gradient is a contrast, also where a class is next to certain", () => {
  const logs = Float64Array.of(-1e-30, -70, -80);
  logitDeviations(logs, logOfRest(logs), (contrast) => {
    expect(contrast.reduce((sum, g) => sum + g, 0)).toBeCloseTo(0, 12);
    return 1;
  });
});

test("a variance that overflowed means that nothing is known", () => {
  const logs = Float64Array.of(Math.log(0.5), Math.log(0.5));
  for (const variance of [Infinity, Number.NaN]) {
    const [deviation] = logitDeviations(logs, logs, () => variance);
    expect(deviation).toBe(Infinity);
    expect(logitInterval(0, deviation, 0.9)).toEqual([0, 1]);
  }
});

test("the interval holds its level of a normal logit", () => {
  const [low, high] = logitInterval(0.4, 0.5, 0.95);
  expect(Math.log(low / (1 - low))).toBeCloseTo(0.4 - 1.959963984540054 * 0.5, 12);
  expect(Math.log(high / (1 - high))).toBeCloseTo(0.4 + 1.959963984540054 * 0.5, 12);
});

test("a prediction holds the probability inside its interval, and nothing in other places", () => {
  const prediction = emptyPrediction(2, 2);
  putLogitInPlace(prediction, 1, Math.log(0.25), -1.1, 0.5, [0.1, 0.2]);
  putLogitInPlace(prediction, 2, Math.log(0.25), -1.1, 0.5, [0.3, 0.4]);
  const { logProbabilities, lower, upper, latentMean, latentDeviation } = prediction;
  const [none, p] = [0, Math.exp(Math.log(0.25))];
  expect(Array.from(logProbabilities.data)).toEqual([none, Math.log(0.25), Math.log(0.25), none]);
  expect(Array.from(lower.data)).toEqual([none, 0.1, p, none]);
  expect(Array.from(upper.data)).toEqual([none, p, 0.4, none]);
  expect(Array.from(latentMean.data)).toEqual([none, -1.1, -1.1, none]);
  expect(Array.from(latentDeviation.data)).toEqual([none, 0.5, 0.5, none]);
});

test("a share counts for the side towards even odds alone", () => {
  const sides = { below: 2, above: 3 };
  expect(allowedSides(1.5, sides, 0.5)).toEqual({ below: 1, above: 3 });
  expect(allowedSides(-1.5, sides, 0.5)).toEqual({ below: 2, above: 1.5 });
});
