import { expect, test } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { unitFolds } from "../../../src/evaluate/splits/unitFolds.ts";

const classes = Int32Array.from({ length: 40 }, (_, row) => (row < 25 ? 0 : row < 37 ? 1 : 2));
const ones = new Float64Array(40).fill(1);

test("every unit is tested exactly once and learned from in all other folds", () => {
  const folds = unitFolds(classes, ones, { folds: 5, seed: 3 });
  expect(folds).toHaveLength(5);
  const tested = ones.map((_, row) => folds.reduce((sum, { test }) => sum + test[row], 0));
  expect(tested).toEqual(ones);
  for (const { train, test } of folds) expect(train.map((weight, row) => weight + test[row])).toEqual(ones);
});

test("each class gives every fold its share of units, to within one", () => {
  for (const { test } of unitFolds(classes, ones, { folds: 5, seed: 8 })) {
    [25, 12, 3].forEach((size, q) => {
      const share = test.reduce((sum, weight, row) => sum + (classes[row] === q ? weight : 0), 0);
      expect(Math.abs(share - size / 5)).toBeLessThan(1);
    });
  }
});

test("a row of weight three is tested in three folds, a third each time", () => {
  const folds = unitFolds(Int32Array.of(0, 0, 0, 1, 1, 1), Float64Array.of(3, 1, 1, 1, 1, 1), { folds: 5, seed: 1 });
  expect(folds.map(({ test }) => test[0]).toSorted((a, b) => a - b)).toEqual([0, 0, 1, 1, 1]);
});

test("rows of any weight are divided at once: each fold gets its share, to within a unit", () => {
  const weights = Float64Array.of(1e12, 12_345.5, 7, 3e9, 1, 1);
  const folds = unitFolds(Int32Array.of(0, 0, 0, 1, 1, 1), weights, { folds: 10, seed: 1 });
  weights.forEach((weight, row) => {
    expect(folds.reduce((sum, { test }) => sum + test[row], 0)).toBeCloseTo(weight, 3);
    for (const { test } of folds) expect(Math.abs(test[row] - weight / 10)).toBeLessThanOrEqual(1);
  });
});

test("a fraction of a weight counts as a unit of its own", () => {
  const folds = unitFolds(Int32Array.of(0, 0, 1, 1), Float64Array.of(1.5, 1, 1, 1), { folds: 10, seed: 1 });
  expect(
    folds
      .map(({ test }) => test[0])
      .filter((weight) => weight > 0)
      .toSorted((a, b) => a - b),
  ).toEqual([0.5, 1]);
});

test("every training part keeps each class, and the single unit of a class is never tested", () => {
  const small = Int32Array.of(0, 0, 0, 0, 1, 1, 2);
  const folds = unitFolds(small, new Float64Array(7).fill(1), { folds: 10, seed: 5 });
  expect(folds).toHaveLength(4);
  for (const { train, test } of folds) {
    expect(new Set(small.filter((_, row) => train[row] > 0)).size).toBe(3);
    expect(test[6]).toBe(0);
  }
});

test("without a class of two units there is nothing to hold out", () => {
  expect(unitFolds(Int32Array.of(0, 1), Float64Array.of(1, 1), { folds: 10, seed: 1 })).toEqual([]);
  expect(unitFolds(new Int32Array(), new Float64Array(), { folds: 10, seed: 1 })).toEqual([]);
});

test("the numbering of the classes does not matter, the seed does", () => {
  const renumbered = classes.map((q) => 2 - q);
  expect(unitFolds(renumbered, ones, { folds: 5, seed: 3 })).toEqual(unitFolds(classes, ones, { folds: 5, seed: 3 }));
  expect(unitFolds(classes, ones, { folds: 5, seed: 4 })).not.toEqual(unitFolds(classes, ones, { folds: 5, seed: 3 }));
});

test("equal inputs of different classes may change their places without changing the folds", () => {
  const swap = (values: Int32Array): Int32Array => values.map((_, i) => values[i ^ 1]);
  const both = Int32Array.of(0, 1, 0, 1, 0, 1, 0, 1);
  const inputs = Int32Array.of(0, 0, 1, 1, 2, 2, 3, 3);
  const weights = new Float64Array(8).fill(1);
  const folds = unitFolds(both, weights, { folds: 4, seed: 2, inputs });
  const swapped = unitFolds(swap(both), weights, { folds: 4, seed: 2, inputs });
  expect(swapped.map(({ test }) => test.map((_, i) => test[i ^ 1]))).toEqual(folds.map(({ test }) => test));
});

test("fewer than two folds are refused", () => {
  expect(() => unitFolds(classes, ones, { folds: 1, seed: 1 })).toThrow(InputError);
});
