import { expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import {
  positiveEntries,
  takeRows,
  weightedRows,
  classOrder,
  membersOf,
  numbered,
} from "../../src/rows/labelledRows.ts";
import { sampleNumbers } from "../../src/rows/sampleRows.ts";
import { distinctRows } from "../../src/rows/distinctRows.ts";

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

const X = matrix(7, 1, Float64Array.of(3, 1, 2, 5, 4, 2, 6));
const classes = Int32Array.of(0, 1, 2, 3, 0, 1, 2);

function orderOf(named: Int32Array): Int32Array {
  const problem = {
    X,
    classes: named,
    classCount: 4,
    weights: new Float64Array(7).fill(1),
    columnGroups: [0],
    rowGroups: undefined,
    priors: undefined,
  };
  return classOrder(distinctRows(problem), 4);
}

test("the order of the classes follows their rows, whatever they are called", () => {
  const names = [2, 3, 1, 0];
  const plain = orderOf(classes);
  const renamed = orderOf(classes.map((c) => names[c]));
  expect(Array.from(renamed)).toEqual(Array.from(plain, (c) => names[c]));
});

test("equal inputs of different classes stand in one place", () => {
  // The two rows of value 2 belong to classes 1 and 2; neither comes before the other.
  const swapped = Int32Array.of(0, 2, 1, 3, 0, 2, 1);
  expect(Array.from(orderOf(swapped))).toEqual(Array.from(orderOf(classes), (c) => [0, 2, 1, 3][c]));
});

test("values are numbered in the order in which they occur", () => {
  expect(Array.from(numbered([7, 3, 7, 5]))).toEqual([0, 1, 0, 2]);
  expect(Array.from(numbered(["b", "a", "b"]))).toEqual([0, 1, 0]);
});

test("rows are gathered by group, groups in the order in which they occur", () => {
  const members = membersOf(Int32Array.of(7, 2, 7, 2, 2)).map((rows) => Array.from(rows));
  expect(members).toEqual([
    [0, 2],
    [1, 3, 4],
  ]);
  expect(membersOf(new Int32Array(0))).toEqual([]);
});
