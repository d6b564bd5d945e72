import { expect, test } from "vitest";
import { fromRows } from "../../../src/matrix/index.ts";
import { judgedPoints } from "../../../src/models/projection/judgedPoints.ts";

const rowsOf = ({ data, rows, columns }: ReturnType<typeof fromRows>): number[][] =>
  Array.from({ length: rows }, (_, i) => Array.from(data.subarray(i * columns, (i + 1) * columns)));

test("chains are asked about rows, and half way to the nearest row of each other class in turn", () => {
  const design = fromRows([
    [0, 0],
    [1, 0],
    [4, 0],
    [5, 2],
    [0, 8],
    [1, 9],
  ]);
  const classes = Int32Array.of(0, 0, 1, 1, 2, 2);
  const { sets, points } = judgedPoints(design, { classes, classCount: 3 }, 10);
  expect(Array.from(sets)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(rowsOf(points)).toEqual([
    ...rowsOf(design),
    [2, 0], // of class 0 to class 1
    [0.5, 4], // of class 0 to class 2
    [2, 4], // of class 1 to class 2
    [3, 1], // of class 1 to class 0
    [0, 4], // of class 2 to class 0
    [3, 5.5], // of class 2 to class 1
  ]);
});

test("of many rows some are asked about, evenly spaced, and a class that nobody is of changes nothing", () => {
  const design = fromRows(Array.from({ length: 9 }, (_, i) => [i]));
  const { sets, points } = judgedPoints(design, { classes: new Int32Array(9), classCount: 2 }, 3);
  expect(Array.from(sets)).toEqual([1, 4, 7]);
  expect(rowsOf(points)).toEqual([[1], [4], [7], [1], [4], [7]]);
});
