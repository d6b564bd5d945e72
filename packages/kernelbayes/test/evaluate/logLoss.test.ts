import { describe, expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import { logLoss, logLossFromLogarithms } from "../../src/evaluate/logLoss.ts";
import { scored } from "./scores.ts";

describe("logLoss", () => {
  test.each(scored)("agrees with scikit-learn: $name", ({ probabilities, truth, weights, expected }) => {
    const { mean, floored } = logLoss(probabilities, truth, weights);
    expect(mean).toBeCloseTo(expected.logLoss, 13);
    expect(floored).toBe(0);
  });

  test("counts an impossible event as one of probability 1e-15, and tells how many there were", () => {
    const { mean, floored } = logLoss([0, 1, 0.5], [1, 0, 1]);
    expect(mean).toBeCloseTo((2 * -Math.log(1e-15) + Math.log(2)) / 3, 13);
    expect(floored).toBe(2);
  });

  test("forgives a probability that is negative by rounding", () => {
    expect(logLoss(matrix(1, 2, Float64Array.of(1 + 1e-12, -1e-12)), [1])).toEqual({
      mean: -Math.log(1e-15),
      floored: 1,
    });
  });
});

describe("logLossFromLogarithms", () => {
  test.each(scored)("is the same from logarithms: $name", ({ probabilities, truth, weights }) => {
    const logarithms = matrix(probabilities.rows, probabilities.columns, probabilities.data.map(Math.log));
    expect(logLossFromLogarithms(logarithms, truth, weights)).toEqual(logLoss(probabilities, truth, weights));
  });

  test("does not lose a complement that a probability rounds away", () => {
    const logarithms = matrix(1, 2, Float64Array.of(-30, -9.4e-14));
    expect(logLossFromLogarithms(logarithms, [1]).mean).toBe(9.4e-14);
    expect(logLossFromLogarithms(logarithms, [0]).mean).toBe(30);
  });

  test("refuses what is not the logarithm of a probability", () => {
    for (const value of [0.1, NaN]) {
      expect(() => logLossFromLogarithms(matrix(1, 2, Float64Array.of(value, -1)), [0])).toThrow(
        expect.objectContaining({ code: "not-a-probability", place: { row: 1 } }),
      );
    }
  });
});
