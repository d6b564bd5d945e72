import { expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import { evaluate } from "../../src/evaluate/evaluate.ts";
import { calibrationError } from "../../src/evaluate/calibrationError.ts";
import { scored } from "./scores.ts";

test.each(scored)("collects the measures: $name", ({ probabilities, truth, weights, expected }) => {
  const scores = evaluate({ probabilities }, truth, weights);
  expect(scores.rows).toBe(truth.length);
  expect(scores.errorRate).toBeCloseTo(expected.errorRate, 13);
  expect(scores.logLoss.mean).toBeCloseTo(expected.logLoss, 13);
  expect(scores.areaUnderCurve).toBeCloseTo((expected.areaUnderCurve ?? expected.areaUnderCurveMacro)!, 13);
  expect(scores.brier).toBeCloseTo(expected.brier ?? expected.brierSum, 13);
  expect(scores.matthews).toBeCloseTo(expected.matthews, 13);
  expect(scores.precisionRecall.macro.f1).toBeCloseTo(expected.macro[2], 13);
  expect(scores.confusion.data[0]).toBeCloseTo(expected.confusion[0][0], 12);
  expect(scores.calibration).toEqual(calibrationError(probabilities, truth, weights === undefined ? {} : { weights }));
});

test("takes decisions and logarithms where they are given", () => {
  const probabilities = [0.4, 0.4, 1];
  const logProbabilities = matrix(
    3,
    2,
    Float64Array.of(Math.log(0.6), Math.log(0.4), Math.log(0.6), Math.log(0.4), -20, 0),
  );
  const truth = [1, 0, 0];
  const scores = evaluate({ probabilities, logProbabilities, decided: [1, 1, 1] }, truth);
  expect(scores.errorRate).toBe(2 / 3);
  expect(scores.logLoss).toEqual({ mean: expect.closeTo((20 - Math.log(0.24)) / 3, 13), floored: 0 });
  expect(evaluate({ probabilities }, truth)).toMatchObject({ errorRate: 2 / 3, logLoss: { floored: 1 } });
});

test("refuses true classes that do not fit the predictions", () => {
  expect(() => evaluate({ probabilities: [0.5, 0.5] }, [0])).toThrow(expect.objectContaining({ code: "rows-differ" }));
  expect(() => evaluate({ probabilities: [0.5, 0.5] }, [0, 2])).toThrow(
    expect.objectContaining({ code: "invalid-class", place: { row: 2 } }),
  );
});
