import { expect, test } from "vitest";
import { mapMatrix, matrix, transpose } from "../../src/engine/matrix.ts";
import { fromRows, toRows } from "../../src/matrix/row.ts";

test("rows become columns", () => {
  const A = fromRows([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  expect(toRows(transpose(A))).toEqual([
    [1, 4],
    [2, 5],
    [3, 6],
  ]);
  expect(transpose(matrix(0, 3))).toMatchObject({ rows: 3, columns: 0 });
});

test("a mapped matrix has the shape of the first, which stays as it was", () => {
  const A = fromRows([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  expect(toRows(mapMatrix(A, (value, at) => 10 * value + at))).toEqual([
    [10, 21, 32],
    [43, 54, 65],
  ]);
  expect(A.data[5]).toBe(6);
});
