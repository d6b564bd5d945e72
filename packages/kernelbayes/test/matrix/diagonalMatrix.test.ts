import { expect, test } from "vitest";
import { diagonal } from "../../src/matrix/diagonal.ts";
import { diagonalMatrix } from "../../src/matrix/diagonalMatrix.ts";
import { toRows } from "../../src/matrix/toRows.ts";

test("a diagonal matrix has its values on the diagonal and zeros elsewhere", () => {
  expect(toRows(diagonalMatrix([2, 3]))).toEqual([
    [2, 0],
    [0, 3],
  ]);
  expect(Array.from(diagonal(diagonalMatrix([4, 5, 6])))).toEqual([4, 5, 6]);
});
