import { expect, test } from "vitest";
import { fromRows } from "../../src/matrix/fromRows.ts";
import { row } from "../../src/matrix/row.ts";

test("a row is a view: what is written to it is written to the matrix", () => {
  const A = fromRows([
    [1, 2],
    [3, 4],
  ]);
  expect(Array.from(row(A, 1))).toEqual([3, 4]);
  row(A, 1)[0] = 9;
  expect(Array.from(A.data)).toEqual([1, 2, 9, 4]);
});
