import { expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import { fromRows } from "../../src/matrix/fromRows.ts";
import { toRows } from "../../src/matrix/toRows.ts";
import { transpose } from "../../src/matrix/transpose.ts";

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
