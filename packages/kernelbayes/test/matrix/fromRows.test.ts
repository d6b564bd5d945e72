import { expect, test } from "vitest";
import { fromRows } from "../../src/matrix/fromRows.ts";

test("rows may be arrays or typed arrays", () => {
  const A = fromRows([[1, 2], Float64Array.of(3, 4)]);
  expect([A.rows, A.columns, ...A.data]).toEqual([2, 2, 1, 2, 3, 4]);
});

test("no rows make an empty matrix", () => {
  expect(fromRows([])).toMatchObject({ rows: 0, columns: 0 });
});

test("a row of another length is refused by its number", () => {
  expect(() => fromRows([[1, 2], [3]])).toThrow("The length of row 1 (counted from 0) must be 2; got 1.");
});
