import { expect, test } from "vitest";
import { diagonal, diagonalMatrix, identity, addToDiagonal } from "../../src/matrix/diagonal.ts";
import { fromRows, toRows } from "../../src/matrix/row.ts";

test("the diagonal ends with the shorter side", () => {
  const A = fromRows([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  expect(Array.from(diagonal(A))).toEqual([1, 5]);
});

test("a diagonal matrix has its values on the diagonal and zeros elsewhere", () => {
  expect(toRows(diagonalMatrix([2, 3]))).toEqual([
    [2, 0],
    [0, 3],
  ]);
  expect(Array.from(diagonal(diagonalMatrix([4, 5, 6])))).toEqual([4, 5, 6]);
});

test("the identity of size 2, and of size 0", () => {
  expect(toRows(identity(2))).toEqual([
    [1, 0],
    [0, 1],
  ]);
  expect(toRows(identity(0))).toEqual([]);
});

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
