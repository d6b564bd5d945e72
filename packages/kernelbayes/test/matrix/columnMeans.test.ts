import { expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import { columnMeans } from "../../src/matrix/columnMeans.ts";
import { fromRows } from "../../src/matrix/fromRows.ts";

test("each column has its mean, and no rows have no mean", () => {
  const A = fromRows([
    [1, 10],
    [2, 20],
    [6, 60],
  ]);
  expect(Array.from(columnMeans(A))).toEqual([3, 30]);
  expect(Array.from(columnMeans(matrix(0, 2)))).toEqual([NaN, NaN]);
});
