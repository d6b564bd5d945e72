import { expect, test } from "vitest";
import { columnSquares, dot, multiplyVector, rowSquares, sumOf, traceOfProduct } from "../../src/matrix/dot.ts";
import { fromRows, row } from "../../src/matrix/row.ts";
import { randomMatrix } from "../../src/testing/matrices.ts";
import { referenceEngine } from "../../src/engine/reference/index.ts";
import { diagonal } from "../../src/matrix/diagonal.ts";

test("a sum adds in the order of the numbers, and is 0 of none", () => {
  expect(sumOf([1e16, 1, -1e16])).toBe(0);
  expect(sumOf(Float64Array.of(1e16, -1e16, 1))).toBe(1);
  expect(sumOf([])).toBe(0);
});

test("the inner product of two vectors, empty ones included", () => {
  expect(dot([1, 2, 3], [4, 5, 6])).toBe(32);
  expect(dot([], [])).toBe(0);
});

test("vectors of two lengths are refused", () => {
  expect(() => dot([1, 2], [1])).toThrow("The length of both vectors must be 2; got 1.");
});

const A = fromRows([
  [1, 2, 3],
  [4, 5, 6],
]);

test("A x and Aᵀ x", () => {
  expect(Array.from(multiplyVector(A, Float64Array.of(1, 0, -1)))).toEqual([-2, -2]);
  expect(Array.from(multiplyVector(A, Float64Array.of(1, -1), { transpose: true }))).toEqual([-3, -3, -3]);
});

test.each([0, 1, 3, 4, 5, 8, 11])("%i rows, each by itself, give the entries of A x", (rows) => {
  const [a, x] = [randomMatrix(rows, 7, 1), randomMatrix(7, 1, 2).data];
  const expected = Array.from({ length: rows }, (_, i) => dot(row(a, i), x));
  expect(Array.from(multiplyVector(a, x))).toEqual(expected);
});

test("a vector of another length is refused", () => {
  expect(() => multiplyVector(A, Float64Array.of(1, 2))).toThrow("The length of the vector must be 3; got 2.");
  expect(() => multiplyVector(A, new Float64Array(3), { transpose: true })).toThrow(
    "The length of the vector must be 2; got 3.",
  );
});

test("the squared lengths of columns are the diagonal of Aᵀ A, those of rows that of A Aᵀ", () => {
  expect(Array.from(columnSquares(A))).toEqual([17, 29, 45]);
  expect(columnSquares(fromRows([]))).toHaveLength(0);
  expect(Array.from(rowSquares(A))).toEqual([14, 77]);
  expect(rowSquares(fromRows([]))).toHaveLength(0);
});

test("the sum over entries is the trace of Aᵀ B", () => {
  const A = randomMatrix(7, 4, 1);
  const B = randomMatrix(7, 4, 2);
  const trace = diagonal(referenceEngine.multiply(A, B, { transposeA: true })).reduce((sum, value) => sum + value, 0);
  expect(traceOfProduct(A, B)).toBeCloseTo(trace, 14);
});

test("matrices of two shapes are refused, also if they have as many entries", () => {
  expect(() => traceOfProduct(fromRows([[1, 2]]), fromRows([[1], [2]]))).toThrow(RangeError);
  expect(() => traceOfProduct(fromRows([[1, 2]]), fromRows([[1]]))).toThrow(RangeError);
});
