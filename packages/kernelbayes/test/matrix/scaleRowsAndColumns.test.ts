import { expect, test } from "vitest";
import { fromRows } from "../../src/matrix/fromRows.ts";
import { scaleRowsAndColumns } from "../../src/matrix/scaleRowsAndColumns.ts";
import { toRows } from "../../src/matrix/toRows.ts";
import { transpose } from "../../src/matrix/transpose.ts";
import { randomVector, symmetricKinds } from "../../src/testing/matrices.ts";

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
