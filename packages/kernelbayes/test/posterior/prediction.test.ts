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
  expect(prediction).toMatchObject({ rows: 3, classes: ["a", "b"], level: 0.8, ...numeric });
  expect(prediction.probabilities.data[1]).toBeCloseTo(0.75, 15);
  expect(prediction.probabilities.data[5]).toBe(0);
});

test("no rows give no predictions", () => {
  const none = matrix(0, 2);
  const empty = { logProbabilities: none, lower: none, upper: none, latentMean: none, latentDeviation: none };
  expect(predictionOf(empty, ["a", "b"], 0.9)).toMatchObject({ rows: 0, labels: [] });
});
