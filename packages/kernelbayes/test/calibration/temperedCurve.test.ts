import { expect, test } from "vitest";
import { fitTemperedCurve, temperedWithoutEach } from "../../src/calibration/temperedCurve.ts";
import { fromRows, toRows } from "../../src/matrix/index.ts";
import { normal, stream } from "../../src/random/index.ts";
import { applyScoreCurve } from "../../src/calibration/scoreCurve.ts";

const sizes = Float64Array.of(4, 4, 1);
const tests = { classes: Int32Array.of(0, 1), weights: Float64Array.of(1, 1) };

test("scores that are right are never sharpened where a class has no test", () => {
  const scores = fromRows([
    [9, 0, 0],
    [0, 9, 0],
  ]);
  expect(fitTemperedCurve({ scores, ...tests }, sizes).slope).toBe(1);
});

test("scores that mislead are flattened to the class frequencies", () => {
  const scores = fromRows([
    [0, 9, 0],
    [9, 0, 0],
  ]);
  const { slope, offsets } = fitTemperedCurve({ scores, ...tests }, sizes);
  expect(slope).toBe(0);
  expect(Array.from(offsets)).toEqual([0, 0, Math.log(1 / 4)]);
});

/** Scores of two classes that claim three times the log odds that are true. */
const boastful = (() => {
  const random = stream(3);
  const odds = Array.from({ length: 60 }, () => 1.5 * normal(random));
  const classes = Int32Array.from(odds, (z) => (random.uniform() < 1 / (1 + Math.exp(-z)) ? 1 : 0));
  return { scores: fromRows(odds.map((z) => [0, 3 * z])), classes, weights: new Float64Array(60).fill(1) };
})();
const even = Float64Array.of(30, 30);

test("scores that claim three times the true log odds get about a third of their slope", () => {
  const { slope, covariance } = fitTemperedCurve(boastful, even);
  const deviation = Math.sqrt(covariance.data[0]);
  expect(Math.abs(slope - 1 / 3)).toBeLessThan(3 * deviation);
  expect(deviation).toBeLessThan(0.25);
});

test("each row is judged by the curve of the others, to the square of what one row moves", () => {
  const curve = fitTemperedCurve(boastful, even);
  const judged = toRows(temperedWithoutEach(boastful, even, curve));
  judged.forEach((logs, left) => {
    const weights = boastful.weights.with(left, 0);
    const refit = fitTemperedCurve({ ...boastful, weights }, even);
    const expected = applyScoreCurve(refit, boastful.scores.data.slice(2 * left, 2 * left + 2));
    const own = applyScoreCurve(curve, boastful.scores.data.slice(2 * left, 2 * left + 2));
    logs.forEach((log, c) => {
      expect(Math.abs(log - expected[c])).toBeLessThan(1e-6 + 0.5 * Math.abs(own[c] - expected[c]));
    });
  });
});

test("rows of one set are left out of the curve together", () => {
  const curve = fitTemperedCurve(boastful, even);
  const twice = Int32Array.from({ length: 120 }, (_, i) => i % 60);
  const doubled = {
    scores: fromRows(Array.from(twice, (i) => Array.from(boastful.scores.data.slice(2 * i, 2 * i + 2)))),
    classes: twice.map((i) => boastful.classes[i]),
    weights: new Float64Array(120).fill(0.5),
  };
  const sets = Array.from({ length: 60 }, (_, i) => Int32Array.of(i, i + 60));
  const [single, together] = [
    temperedWithoutEach(boastful, even, curve),
    temperedWithoutEach(doubled, even, curve, sets),
  ].map(toRows);
  single.forEach((logs, i) => logs.forEach((log, c) => expect(together[i + 60][c]).toBeCloseTo(log, 10)));
});
