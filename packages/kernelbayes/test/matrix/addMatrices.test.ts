import { expect, test } from "vitest";
import { addMatrices, scaleMatrix, scaleRowsAndColumns } from "../../src/matrix/addMatrices.ts";
import { fromRows, toRows } from "../../src/matrix/row.ts";
import { transpose } from "../../src/engine/matrix.ts";
import { randomVector, symmetricKinds } from "../../src/testing/matrices.ts";

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

test("every entry is multiplied by the factor", () => {
  expect(toRows(scaleMatrix(fromRows([[1, -2]]), 3))).toEqual([[3, -6]]);
});

test("rows take the left factors, columns the right ones", () => {
  const A = fromRows([
    [1, 1, 1],
    [1, 1, 1],
  ]);
  expect(toRows(scaleRowsAndColumns(A, [2, 3], [1, 10, 100]))).toEqual([
    [2, 20, 200],
    [3, 30, 300],
  ]);
});

test("a symmetric matrix scaled by one vector stays exactly symmetric", () => {
  const scaled = scaleRowsAndColumns(symmetricKinds[0].make(20), randomVector(20, 1));
  expect(transpose(scaled)).toEqual(scaled);
});

test("too few factors are refused", () => {
  const A = fromRows([[1, 2]]);
  expect(() => scaleRowsAndColumns(A, [1, 2], [1, 2])).toThrow("The number of row factors must be 1; got 2.");
  expect(() => scaleRowsAndColumns(A, [1])).toThrow("The number of column factors must be 2; got 1.");
});
