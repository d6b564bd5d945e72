import { expect, test } from "vitest";
import { centerColumns, columnMeans, doubleCenter, grandMean } from "../../src/matrix/centerColumns.ts";
import { fromRows, toRows } from "../../src/matrix/row.ts";
import { randomMatrix } from "../../src/testing/matrices.ts";
import { referenceEngine } from "../../src/engine/reference/index.ts";
import { transpose, matrix } from "../../src/engine/matrix.ts";

test("centered columns have mean zero", () => {
  for (const mean of columnMeans(centerColumns(randomMatrix(20, 3, 1)))) expect(Math.abs(mean)).toBeLessThan(1e-16);
});

test("new rows can be centered by the means of others", () => {
  expect(toRows(centerColumns(fromRows([[5, 7]]), Float64Array.of(1, 2)))).toEqual([[4, 5]]);
});

test("means for another number of columns are refused", () => {
  expect(() => centerColumns(fromRows([[5, 7]]), Float64Array.of(1))).toThrow("The number of means must be 2; got 1.");
});

test("the doubly centered Gram matrix is the Gram matrix of the centered rows, exactly symmetric", () => {
  const X = randomMatrix(12, 4, 3);
  const actual = doubleCenter(referenceEngine.symmetricProduct(X));
  const expected = referenceEngine.symmetricProduct(centerColumns(X));
  actual.data.forEach((value, index) => expect(value).toBeCloseTo(expected.data[index], 13));
  expect(transpose(actual)).toEqual(actual);
});

test("each column has its mean, and no rows have no mean", () => {
  const A = fromRows([
    [1, 10],
    [2, 20],
    [6, 60],
  ]);
  expect(Array.from(columnMeans(A))).toEqual([3, 30]);
  expect(Array.from(columnMeans(matrix(0, 2)))).toEqual([NaN, NaN]);
});

test("the grand mean weighs each row", () => {
  const X = fromRows([
    [1, 10],
    [2, 20],
    [5, 50],
  ]);
  expect(Array.from(grandMean(X, Float64Array.of(1, 2, 1)))).toEqual([2.5, 25]);
});
