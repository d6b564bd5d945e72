import { expect, test } from "vitest";
import { classGroups } from "../../../../src/rows/classGroups.ts";
import {
  centroidsOf,
  nearestClasses,
  projectionsOf,
} from "../../../../src/models/leastSquares/penalized/nearestCentroid.ts";
import { fromRows, toRows } from "../../../../src/matrix/index.ts";
import { engine } from "../../fisher/samples.ts";

test("centroids are means, weights counted as copies", () => {
  const projections = fromRows([
    [1, 0],
    [4, 3],
    [0, 8],
  ]);
  expect(toRows(centroidsOf(projections, classGroups([0, 0, 1], 2, [1, 2, 5])))).toEqual([
    [3, 2],
    [0, 8],
  ]);
  expect(() => centroidsOf(projections, classGroups([0, 1], 2))).toThrow(RangeError);
});

test("projections have a row for each new row and a column for each direction", () => {
  const cross = fromRows([
    [1, 0, 2],
    [3, 1, 0],
  ]);
  const alpha = fromRows([[1], [10]]);
  expect(toRows(projectionsOf(engine, cross, alpha))).toEqual([[31], [10], [2]]);
});

test("the nearest class wins, the first of them on ties", () => {
  const distances = fromRows([
    [3, 1, 2],
    [2, 5, 2],
    [0, 0, 0],
  ]);
  expect([...nearestClasses(distances)]).toEqual([1, 0, 0]);
});
