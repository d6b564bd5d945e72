import { expect, test } from "vitest";
import { fromRows } from "../../src/matrix/fromRows.ts";
import { selectColumns } from "../../src/matrix/selectColumns.ts";
import { toRows } from "../../src/matrix/toRows.ts";

const A = fromRows([
  [1, 2, 3],
  [4, 5, 6],
]);

test("columns are taken in the order given, repeatedly if asked", () => {
  expect(toRows(selectColumns(A, [2, 0, 2]))).toEqual([
    [3, 1, 3],
    [6, 4, 6],
  ]);
  expect(selectColumns(A, [])).toMatchObject({ rows: 2, columns: 0 });
});

test("a column that does not exist is refused by its number", () => {
  expect(() => selectColumns(A, [0, 3])).toThrow("Column 3 does not exist; there are 3, counted from 0.");
});
