import { expect, test } from "vitest";
import { column } from "../../src/matrix/column.ts";
import { fromRows } from "../../src/matrix/fromRows.ts";

const A = fromRows([
  [1, 2],
  [3, 4],
  [5, 6],
]);

test("a column is a copy", () => {
  const second = column(A, 1);
  expect(Array.from(second)).toEqual([2, 4, 6]);
  second.fill(0);
  expect(A.data[1]).toBe(2);
});

test("a column that does not exist is refused by its number", () => {
  expect(() => column(A, 2)).toThrow("Column 2 does not exist; there are 2, counted from 0.");
});
