import { expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import { positiveEntries, takeRows, weightedRows } from "../../src/rows/takeRows.ts";
import { sampleNumbers } from "../../src/rows/sampleRows.ts";

const n = 1000;
const signs = Float64Array.from({ length: n }, (_, i) => (i % 50 === 0 ? 1 : -1));
const rows = {
  X: matrix(
    n,
    1,
    Float64Array.from({ length: n }, (_, i) => i),
  ),
  signs,
  weights: Float64Array.from({ length: n }, (_, i) => i + 0.5),
  squaredDistance: 7,
};

test("chosen rows keep their own values, signs and weights, in the order of the choice", () => {
  expect(takeRows(rows, Int32Array.of(50, 3, 999))).toEqual({
    X: matrix(3, 1, Float64Array.of(50, 3, 999)),
    signs: Float64Array.of(1, -1, -1),
    weights: Float64Array.of(50.5, 3.5, 999.5),
    squaredDistance: 7,
  });
});

test("a sample of 100 among 1000 rows has all twenty rows of a rare sign", () => {
  const part = takeRows(rows, sampleNumbers(signs, 100, 3));
  expect(part.signs.filter((sign) => sign === 1)).toHaveLength(20);
  expect(part.signs.filter((sign) => sign === -1)).toHaveLength(98);
});

test("classes and groups are taken with their rows, and what belongs to the whole stays", () => {
  const labelled = {
    X: rows.X,
    weights: rows.weights,
    classes: Int32Array.from({ length: n }, (_, i) => i % 3),
    classCount: 3,
    rowGroups: Int32Array.from({ length: n }, (_, i) => i >> 1),
  };
  expect(takeRows(labelled, Int32Array.of(7, 4))).toEqual({
    X: matrix(2, 1, Float64Array.of(7, 4)),
    weights: Float64Array.of(7.5, 4.5),
    classes: Int32Array.of(1, 1),
    classCount: 3,
    rowGroups: Int32Array.of(3, 2),
  });
});

test("rows by weights are those of positive weight, with these weights", () => {
  const weights = new Float64Array(n);
  weights[2] = 3;
  weights[9] = 0.25;
  expect([...positiveEntries(weights)]).toEqual([2, 9]);
  expect(weightedRows({ X: rows.X, weights: rows.weights }, weights)).toEqual({
    X: matrix(2, 1, Float64Array.of(2, 9)),
    weights: Float64Array.of(3, 0.25),
  });
});
