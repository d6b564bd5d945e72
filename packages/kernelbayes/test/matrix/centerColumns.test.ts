import { expect, test } from "vitest";
import { centerColumns } from "../../src/matrix/centerColumns.ts";
import { columnMeans } from "../../src/matrix/columnMeans.ts";
import { fromRows } from "../../src/matrix/fromRows.ts";
import { toRows } from "../../src/matrix/toRows.ts";
import { randomMatrix } from "../../src/testing/matrices.ts";

test("centered columns have mean zero", () => {
  for (const mean of columnMeans(centerColumns(randomMatrix(20, 3, 1)))) expect(Math.abs(mean)).toBeLessThan(1e-16);
});

test("new rows can be centered by the means of others", () => {
  expect(toRows(centerColumns(fromRows([[5, 7]]), Float64Array.of(1, 2)))).toEqual([[4, 5]]);
});

test("means for another number of columns are refused", () => {
  expect(() => centerColumns(fromRows([[5, 7]]), Float64Array.of(1))).toThrow("The number of means must be 2; got 1.");
});
