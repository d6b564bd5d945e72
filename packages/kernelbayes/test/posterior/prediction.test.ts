import { expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import { predictionOf } from "../../src/posterior/prediction.ts";

const logs = matrix(3, 2, Float64Array.of(Math.log(0.25), Math.log(0.75), Math.log(0.5), Math.log(0.5), 0, -Infinity));
const numeric = { logProbabilities: logs, lower: logs, upper: logs, latentMean: logs, latentDeviation: logs };

test("labels are those of the most probable class, the first of equals", () => {
  expect(predictionOf(numeric, ["a", "b"], 0.9).labels).toEqual(["b", "a", "a"]);
});

test("probabilities are the exponentials of their logarithms, and everything else is passed on", () => {
  const prediction = predictionOf(numeric, ["a", "b"], 0.8);
  expect(prediction).toMatchObject({ rows: 3, classes: ["a", "b"], level: 0.8, logProbabilities: logs });
  expect([prediction.latentMean, prediction.latentDeviation]).toEqual([logs, logs]);
  expect(prediction.probabilities.data[1]).toBeCloseTo(0.75, 15);
  expect(prediction.probabilities.data[5]).toBe(0);
});

test("the ends of intervals are where the model put them, but for rounding: there they touch the probability", () => {
  const p = Math.exp(Math.log(0.7));
  const logProbabilities = matrix(1, 2, Float64Array.of(Math.log(0.7), Math.log(0.3)));
  const lower = matrix(1, 2, Float64Array.of(p + 2e-16, 0.1));
  const upper = matrix(1, 2, Float64Array.of(0.9, 0.3 - 2e-16));
  const prediction = predictionOf({ ...numeric, logProbabilities, lower, upper }, ["a", "b"], 0.9);
  expect(prediction.lower.data).toEqual(Float64Array.of(p, 0.1));
  expect(prediction.upper.data).toEqual(Float64Array.of(0.9, prediction.probabilities.data[1]));
  // An interval that misses the probability by more is a mistake of the model, and is not hidden.
  const wrong = matrix(1, 2, Float64Array.of(0.8, 0.1));
  expect(predictionOf({ ...numeric, logProbabilities, lower: wrong }, ["a", "b"], 0.9).lower.data[0]).toBe(0.8);
});

test("no rows give no predictions", () => {
  const none = matrix(0, 2);
  const empty = { logProbabilities: none, lower: none, upper: none, latentMean: none, latentDeviation: none };
  expect(predictionOf(empty, ["a", "b"], 0.9)).toMatchObject({ rows: 0, labels: [] });
});

test("a model that was asked to decide by a rule of its own gives the labels, and leaves the probabilities alone", () => {
  const decided = predictionOf({ ...numeric, decisions: Int32Array.of(0, 1, 1) }, ["a", "b"], 0.9);
  expect(decided.labels).toEqual(["a", "b", "b"]);
  expect(decided.probabilities).toEqual(predictionOf(numeric, ["a", "b"], 0.9).probabilities);
});
