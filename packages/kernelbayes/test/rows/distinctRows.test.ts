import { expect, test } from "vitest";
import { fromRows } from "../../src/matrix/row.ts";
import { distinctRows } from "../../src/rows/distinctRows.ts";
import type { Problem } from "../../src/rows/labelledRows.ts";

const problem: Problem = {
  X: fromRows([[3], [1], [3], [3], [2]]),
  classes: Int32Array.of(0, 1, 0, 1, 0),
  classCount: 2,
  weights: Float64Array.of(1, 1, 2, 1, 1),
  columnGroups: [0],
  rowGroups: undefined,
};

test("copies become weight, rows of different classes stay apart, and the order is that of the values", () => {
  const { X, classes, weights, setOf } = distinctRows(problem);
  expect(Array.from(X.data)).toEqual([1, 2, 3, 3]);
  expect(Array.from(classes)).toEqual([1, 0, 0, 1]);
  expect(Array.from(weights)).toEqual([1, 1, 3, 1]);
  expect(Array.from(setOf)).toEqual([2, 0, 2, 3, 1]);
});

test("copies within a group count as one, the heaviest, and copies in different groups as several", () => {
  const together = distinctRows({ ...problem, rowGroups: Int32Array.of(0, 1, 0, 0, 2) });
  expect(Array.from(together.weights)).toEqual([1, 1, 2, 1]);
  const apart = distinctRows({ ...problem, rowGroups: Int32Array.of(0, 1, 2, 0, 2) });
  expect(Array.from(apart.weights)).toEqual([1, 1, 3, 1]);
});

test("equal inputs of the third class in one group and of the first in the next are not taken for copies", () => {
  const { classes, weights } = distinctRows({
    ...problem,
    X: fromRows([[3], [3], [1], [2], [2]]),
    classes: Int32Array.of(2, 0, 1, 0, 1),
    classCount: 3,
    weights: new Float64Array(5).fill(1),
    rowGroups: Int32Array.of(0, 1, 2, 3, 4),
  });
  expect(Array.from(classes)).toEqual([1, 0, 1, 0, 2]);
  expect(Array.from(weights)).toEqual([1, 1, 1, 1, 1]);
});
