import { expect, test } from "vitest";
import { addMatrices } from "../../src/matrix/addMatrices.ts";
import { fromRows } from "../../src/matrix/fromRows.ts";
import { toRows } from "../../src/matrix/toRows.ts";

const A = fromRows([[1, 2, 3]]);

test("matrices are added entry by entry, the second one times a factor if there is one", () => {
  expect(toRows(addMatrices(A, fromRows([[10, 20, 30]])))).toEqual([[11, 22, 33]]);
  expect(toRows(addMatrices(A, A, -2))).toEqual([[-1, -2, -3]]);
});

test("matrices of two shapes are refused with both sizes", () => {
  expect(() => addMatrices(A, fromRows([[1, 2]]))).toThrow("The number of columns of both summands must be 3; got 2.");
  expect(() =>
    addMatrices(
      A,
      fromRows([
        [1, 2, 3],
        [4, 5, 6],
      ]),
    ),
  ).toThrow(RangeError);
});
