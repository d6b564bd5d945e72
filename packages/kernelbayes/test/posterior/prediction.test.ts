import { expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import { pointPredictionOf, predictionOf } from "../../src/posterior/prediction.ts";

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

const outside = { columns: [["size"], [], []], distance: Float64Array.of(4, 1, 0) };
const whole = predictionOf(
  { ...numeric, lower: matrix(3, 2), upper: matrix(3, 2, new Float64Array(6).fill(1)) },
  ["a", "b"],
  0.8,
  outside,
);
const point = pointPredictionOf({ logProbabilities: logs }, ["a", "b"], outside);

test("rows have their label and their probabilities by class, and ends where there are intervals", () => {
  const [first] = whole.toRows();
  expect(first).toMatchObject({
    label: "b",
    lower: { a: 0, b: 0 },
    upper: { a: 1, b: 1 },
    outside: ["size"],
    distance: 4,
  });
  expect(first.probabilities.a).toBeCloseTo(0.25, 15);
  expect(point.toRows()[2]).toEqual({ label: "a", probabilities: { a: 1, b: 0 }, outside: [], distance: 0 });
});

test("a class of any name is a property of its own", () => {
  const [row] = predictionOf(numeric, ["__proto__", "b"], 0.9).toRows();
  expect(Object.keys(row.probabilities)).toEqual(["__proto__", "b"]);
});

test("JSON has lists in the place of matrices, and nothing that it cannot hold", () => {
  const data = JSON.parse(JSON.stringify(whole)) as Record<string, unknown>;
  expect(data).toMatchObject({ rows: 3, intervals: true, level: 0.8, labels: ["b", "a", "a"] });
  expect(data.lower).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ]);
  expect(data.probabilities).toEqual(whole.toJSON().probabilities);
  expect(data.outside).toEqual({ columns: [["size"], [], []], distance: [4, 1, 0] });
  expect(JSON.stringify(whole)).not.toContain("null");
  expect(Object.keys(point.toJSON())).toEqual(["rows", "classes", "labels", "intervals", "probabilities", "outside"]);
});

test("a prediction can be sent to another thread", () => {
  expect(structuredClone(whole)).toMatchObject({ rows: 3, level: 0.8 });
  expect(structuredClone(point)).toMatchObject({ rows: 3, intervals: false });
});
