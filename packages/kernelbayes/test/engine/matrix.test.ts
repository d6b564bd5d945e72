import { expect, test } from "vitest";
import { matrix, transpose } from "../../src/engine/matrix.ts";
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
