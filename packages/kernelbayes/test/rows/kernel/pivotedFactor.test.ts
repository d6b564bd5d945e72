import { expect, test } from "vitest";
import { pivotedFactor } from "../../../src/rows/kernel/pivotedFactor.ts";
import { selectColumns, selectRows } from "../../../src/matrix/row.ts";
import { engine, relativeDifference, rowsOf } from "../../models/leastSquares/problems.ts";

test("the factor is that of the kernel on the pivots, largest remainder first", () => {
  const { K } = rowsOf(30);
  const { pivots, factor } = pivotedFactor(K, 1e-6);
  expect(pivots[0]).toBe(0);
  expect(new Set(pivots).size).toBe(pivots.length);
  const block = selectColumns(selectRows(K, pivots), pivots);
  expect(relativeDifference(engine.symmetricProduct(factor).data, block.data)).toBeLessThan(1e-12);
  for (let i = 0; i < pivots.length; i++) {
    for (let j = i + 1; j < pivots.length; j++) expect(factor.data[i * pivots.length + j]).toBe(0);
  }
});

test("rows that repeat others are dropped, and what is left out lies in the span of the rest", () => {
  const { K } = rowsOf(12);
  const twice = [...Array.from({ length: 12 }, (_, i) => i), 2, 5, 5];
  const repeated = selectColumns(selectRows(K, twice), twice);
  const { pivots, factor } = pivotedFactor(repeated, 1e-6);
  expect(pivots.length).toBeLessThanOrEqual(12);
  const columns = selectColumns(repeated, pivots);
  const features = engine.solveTriangular(factor, columns, { side: "right", transpose: true });
  const spanned = engine.symmetricProduct(features);
  for (let i = 0; i < 15; i++) expect(repeated.data[i * 16] - spanned.data[i * 16]).toBeLessThan(1.1e-6);
});

test("a matrix of zeros has no pivots", () => {
  expect(pivotedFactor({ rows: 2, columns: 2, data: new Float64Array(4) }, 1e-6).pivots.length).toBe(0);
});
