import { describe, expect, test } from "vitest";
import type { Engine } from "../../../src/engine/engine.ts";
import { matrix, type Matrix } from "../../../src/engine/matrix.ts";
import { factorToRounding, pivotedFactor } from "../../../src/rows/kernel/factorToRounding.ts";
import { gaussian } from "../../../src/kernels/gaussian.ts";
import { linear } from "../../../src/kernels/linear.ts";
import { diagonal } from "../../../src/matrix/diagonal.ts";
import { scaleMatrix } from "../../../src/matrix/addMatrices.ts";
import { engine, rowsOf, relativeDifference } from "../../models/leastSquares/problems.ts";
import { selectColumns, selectRows } from "../../../src/matrix/row.ts";

const n = 300;
const { X } = rowsOf(n);
const smooth = gaussian({ lengthScale: 3 }).matrix(engine, X);
// Two rows far from all others and from each other.
const apart = matrix(n, 2, X.data.slice());
apart.data.set([90, 0, 0, 90], 10);
const twice = matrix(n, 2, Float64Array.from([...X.data.subarray(0, n), ...X.data.subarray(0, n)]));

const kernels: Readonly<Record<string, Matrix>> = {
  smooth,
  "with rows apart": gaussian({ lengthScale: 3 }).matrix(engine, apart),
  "with every row twice": gaussian({ lengthScale: 0.8 }).matrix(engine, twice),
  linear: linear().matrix(engine, X),
  "very small": scaleMatrix(smooth, 1e-200),
  "very large": scaleMatrix(smooth, 1e200),
};

/** The largest difference of G Gᵀ from K, relative to the largest entry of the diagonal. */
function relativeError(G: Matrix, K: Matrix): number {
  const product = engine.symmetricProduct(G).data;
  return (
    product.reduce((most, value, at) => Math.max(most, Math.abs(value - K.data[at])), 0) / Math.max(...diagonal(K))
  );
}

describe.each(Object.entries(kernels))("a kernel matrix, %s,", (_, K) => {
  test("is the product of few columns to rounding", () => {
    const G = factorToRounding(engine, K);
    if (!G) throw new Error("No factor was found.");
    expect(G.columns).toBeLessThanOrEqual(n / 2);
    expect(relativeError(G, K)).toBeLessThan(3 * n * Number.EPSILON);
  });
});

test("hardly more columns are taken than by pivots one at a time", () => {
  const oneByOne = engine.incompleteCholesky(diagonal(smooth), (j) => smooth.data.subarray(j * n, (j + 1) * n));
  expect(factorToRounding(engine, smooth)?.columns).toBeLessThanOrEqual(1.1 * oneByOne.pivots.length);
});

test("it comes to an end where products differ in digits that decide whether something is left", () => {
  let calls = 0;
  const other: Engine = {
    ...engine,
    symmetricProduct(a, options) {
      if (calls++ > 200) throw new Error("It goes on and on.");
      return scaleMatrix(engine.symmetricProduct(a, options), 1 + 20 * n * Number.EPSILON);
    },
  };
  const G = factorToRounding(other, smooth);
  if (!G) throw new Error("No factor was found.");
  expect(relativeError(G, smooth)).toBeLessThan(1e-9);
});

test("fewer columns leave no more than the share of the diagonal that may be left", () => {
  const whole = factorToRounding(engine, smooth);
  const G = factorToRounding(engine, smooth, 1e-6);
  if (!G || !whole) throw new Error("No factor was found.");
  expect(G.columns).toBeLessThan(0.7 * whole.columns);
  expect(relativeError(G, smooth)).toBeLessThan(1e-6);
  expect(relativeError(G, smooth)).toBeGreaterThan(1e-10);
});

test("a matrix of zeros is the product of no columns", () => {
  expect(factorToRounding(engine, matrix(n, n))).toMatchObject({ rows: n, columns: 0 });
});

test("a large constant does not hide that a kernel is rough", () => {
  let products = 0;
  const counting: Engine = { ...engine, multiply: (a, b, options) => (products++, engine.multiply(a, b, options)) };
  const rough = gaussian({ lengthScale: 0.05 }).matrix(engine, X);
  expect(
    factorToRounding(
      counting,
      matrix(
        n,
        n,
        rough.data.map((value) => value + 1000),
      ),
    ),
  ).toBeUndefined();
  const [withConstant] = [products, (products = 0)];
  expect(factorToRounding(counting, rough)).toBeUndefined();
  expect(withConstant).toBeLessThanOrEqual(products + 1);
});

test("rough kernels and matrices that are none are given up", () => {
  expect(factorToRounding(engine, gaussian({ lengthScale: 0.05 }).matrix(engine, X))).toBeUndefined();
  // Past the first look, and not at an end in time.
  expect(factorToRounding(engine, gaussian({ lengthScale: 0.4 }).matrix(engine, X))).toBeUndefined();
  for (const bad of [-1, Number.NaN]) {
    const K = matrix(n, n, smooth.data.slice());
    K.data[0] = bad;
    expect(factorToRounding(engine, K)).toBeUndefined();
  }
});

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
