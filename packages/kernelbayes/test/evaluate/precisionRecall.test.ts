import { expect, test } from "vitest";
import { confusionMatrix } from "../../src/evaluate/confusionMatrix.ts";
import { mostProbable } from "../../src/evaluate/mostProbable.ts";
import { precisionRecall, type PrecisionRecall } from "../../src/evaluate/precisionRecall.ts";
import { expectClose } from "./expectClose.ts";
import { scored } from "./scores.ts";

const list = ({ precision, recall, f1 }: PrecisionRecall): number[] => [precision, recall, f1];

test.each(scored)("agrees with scikit-learn: $name", ({ probabilities, truth, weights, expected }) => {
  const table = precisionRecall(confusionMatrix(mostProbable(probabilities), truth, weights, probabilities.columns));
  expectClose(table.perClass.flatMap(list), expected.perClass.flat(), 1e-14);
  for (const average of ["macro", "micro", "weighted"] as const) {
    expectClose(list(table[average]), expected[average], 1e-14);
  }
});

test("what would be divided by zero is zero", () => {
  const { perClass } = precisionRecall(confusionMatrix([0, 0], [0, 1]));
  expect(perClass).toEqual([
    { precision: 0.5, recall: 1, f1: 2 / 3 },
    { precision: 0, recall: 0, f1: 0 },
  ]);
});

test("a class that neither occurs nor is decided stays out of the plain mean", () => {
  const two = precisionRecall(confusionMatrix([0, 1, 1], [0, 1, 0]));
  const three = precisionRecall(confusionMatrix([0, 1, 1], [0, 1, 0], undefined, 3));
  expect(three.macro).toEqual(two.macro);
  expect(three.perClass[2]).toEqual({ precision: 0, recall: 0, f1: 0 });
});
