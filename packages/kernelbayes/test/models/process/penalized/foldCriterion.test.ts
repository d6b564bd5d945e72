import { expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import { foldCriterion, meanLogProbability } from "../../../../src/models/process/penalized/foldCriterion.ts";
import { runSync } from "../../../../src/run/run.ts";

test("a fold is fitted to its own block of the covariance, from its part of the outputs it ended with", () => {
  const A = matrix(3, 3, Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9));
  const split = { train: Float64Array.of(2, 0, 1), test: Float64Array.of(0, 4, 0) };
  const seen: unknown[] = [];
  const criterion = foldCriterion({ signs: Float64Array.of(1, -1, -1) }, [split], {
    fit(_, { numbers, rows, own }, start) {
      seen.push({
        numbers: [...numbers],
        signs: [...rows.signs],
        weights: [...rows.weights],
        own: [...own.data],
        start,
      });
      return { outputs: Float64Array.of(10, 20, 30), bias: 0.5 };
    },
    score: ({ outputs, signs, weights }) => outputs[0] + signs[0] + weights[0],
  });
  const { perRow, starts } = runSync(criterion(A));
  expect(perRow).toBe(20 - 1 + 4);
  runSync(criterion(A, starts));
  const fold = { numbers: [0, 2], signs: [1, -1], weights: [2, 1], own: [1, 3, 7, 9] };
  expect(seen).toEqual([
    { ...fold, start: undefined },
    { ...fold, start: { outputs: Float64Array.of(10, 30), bias: 0.5 } },
  ]);
});

test("the mean log probability counts weights, and rows of weight 0 whatever their output is", () => {
  const rows = { signs: Float64Array.of(1, -1, 1), weights: Float64Array.of(3, 1, 0) };
  const outputs = Float64Array.of(0, Math.log(3), Number.NaN);
  expect(meanLogProbability({ ...rows, outputs })).toBeCloseTo((3 * Math.log(0.5) + Math.log(0.25)) / 4, 14);
});
