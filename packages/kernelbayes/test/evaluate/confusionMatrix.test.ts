import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  confusionMatrix,
  errorRate,
  matthews,
  precisionRecall,
  type PrecisionRecall,
} from "../../src/evaluate/confusionMatrix.ts";
import { mostProbable } from "../../src/evaluate/probabilities.ts";
import { expectClose } from "./expectClose.ts";
import { scored } from "./scores.ts";
import { predictions } from "./predictions.ts";

test.each(scored)("agrees with scikit-learn: $name", ({ probabilities, truth, weights, expected }) => {
  const { data } = confusionMatrix(mostProbable(probabilities), truth, weights, probabilities.columns);
  expectClose(data, expected.confusion.flat(), 1e-13);
});

test("has true classes in its rows and is as large as the class numbers require", () => {
  expect(confusionMatrix([2, 0, 0], [0, 0, 1])).toEqual({
    data: Float64Array.of(1, 0, 1, 1, 0, 0, 0, 0, 0),
    rows: 3,
    columns: 3,
  });
});

test("refuses a class number beyond the size that is asked for", () => {
  expect(() => confusionMatrix([0, 2], [0, 1], undefined, 2)).toThrow(
    expect.objectContaining({ code: "invalid-class", place: { row: 2 } }),
  );
});

test.each(scored)("agrees with scikit-learn: $name", ({ probabilities, truth, weights, expected }) => {
  expect(errorRate(mostProbable(probabilities), truth, weights)).toBeCloseTo(expected.errorRate, 14);
});

test("is the weight of the wrong rows over all weight", () => {
  expect(errorRate([0, 1, 2, 2], [0, 1, 1, 2])).toBe(0.25);
  expect(errorRate([0, 1, 2, 2], [0, 1, 1, 2], [1, 0, 3, 0])).toBe(0.75);
});

test("refuses lists of different length and class numbers that are not whole", () => {
  expect(() => errorRate([0, 1], [0])).toThrow(expect.objectContaining({ code: "rows-differ" }));
  expect(() => errorRate([0, 1], [0, 0.5])).toThrow(
    expect.objectContaining({ code: "invalid-class", place: { row: 2 } }),
  );
  expect(() => errorRate([0, 1], [0, -1])).toThrow(expect.objectContaining({ code: "invalid-class" }));
});

fc.configureGlobal({ seed: 20 });

test.each(scored)("agrees with scikit-learn: $name", ({ probabilities, truth, weights, expected }) => {
  const confusion = confusionMatrix(mostProbable(probabilities), truth, weights, probabilities.columns);
  expect(matthews(confusion)).toBeCloseTo(expected.matthews, 13);
});

test("is 1 for right decisions, −1 for two classes exchanged, 0 for a constant decision or a constant truth", () => {
  const of = (decided: number[], truth: number[]): number => matthews(confusionMatrix(decided, truth));
  expect(of([0, 1, 2], [0, 1, 2])).toBe(1);
  expect(of([0, 1, 0], [1, 0, 1])).toBe(-1);
  expect(of([1, 1, 1], [0, 1, 1])).toBe(0);
  expect(of([0, 1, 1], [1, 1, 1])).toBe(0);
});

test("does not depend on how the classes are numbered", () => {
  fc.assert(
    fc.property(predictions(3), ({ probabilities, truth, weights }) => {
      const decided = mostProbable(probabilities);
      const renumbered = (list: Int32Array): Int32Array => list.map((one) => (one + 1) % 3);
      expectClose(
        [matthews(confusionMatrix(renumbered(decided), renumbered(truth), weights))],
        [matthews(confusionMatrix(decided, truth, weights))],
        1e-12,
      );
    }),
  );
});

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
