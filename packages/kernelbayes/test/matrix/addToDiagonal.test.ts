import { expect, test } from "vitest";
import { addToDiagonal } from "../../src/matrix/addToDiagonal.ts";
import { fromRows } from "../../src/matrix/fromRows.ts";
import { toRows } from "../../src/matrix/toRows.ts";

const A = fromRows([
  [1, 2],
  [3, 4],
]);

test("one number is added to the whole diagonal, a vector entry by entry, and the argument stays as it was", () => {
  expect(toRows(addToDiagonal(A, 10))).toEqual([
    [11, 2],
    [3, 14],
  ]);
  expect(toRows(addToDiagonal(A, [10, 20]))).toEqual([
    [11, 2],
    [3, 24],
  ]);
  expect(Array.from(A.data)).toEqual([1, 2, 3, 4]);
});

test("a matrix that is not square and a vector of another length are refused", () => {
  expect(() => addToDiagonal(fromRows([[1, 2]]), 1)).toThrow(RangeError);
  expect(() => addToDiagonal(A, [1])).toThrow("The number of diagonal terms must be 2; got 1.");
});
