import { expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import { firstRows } from "../../../../src/models/leastSquares/tuned/firstRows.ts";

const problem = {
  X: matrix(4, 2, Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8)),
  signs: [Float64Array.of(1, -1, 1, -1)],
  targets: [Float64Array.of(2, -3, 2, -3)],
  weights: Float64Array.of(1, 2, 3, 4),
  groups: [Int32Array.of(3, 0), Int32Array.of(1), Int32Array.of(2)],
};

test("a problem of the first rows has their values, and of each group the rows that are left", () => {
  expect(firstRows(problem, 2)).toEqual({
    X: matrix(2, 2, Float64Array.of(1, 2, 3, 4)),
    signs: [Float64Array.of(1, -1)],
    targets: [Float64Array.of(2, -3)],
    weights: Float64Array.of(1, 2),
    groups: [Int32Array.of(0), Int32Array.of(1)],
  });
});

test("a problem of no more rows is itself", () => {
  expect(firstRows(problem, 4)).toBe(problem);
});

test("rows are taken by their place alone: of a rare class there is no least number", () => {
  const signs = Float64Array.from({ length: 100 }, (_, i) => (i < 95 ? -1 : 1));
  const unbalanced = { X: matrix(100, 1), signs: [signs], weights: new Float64Array(100).fill(1), groups: undefined };
  const rareRows = (rows: number): number =>
    firstRows({ ...unbalanced, targets: undefined }, rows).signs[0].filter((sign) => sign === 1).length;
  expect([90, 95, 97].map(rareRows)).toEqual([0, 0, 2]);
});
