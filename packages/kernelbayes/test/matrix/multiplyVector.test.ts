import { expect, test } from "vitest";
import { dot } from "../../src/matrix/dot.ts";
import { fromRows } from "../../src/matrix/fromRows.ts";
import { multiplyVector } from "../../src/matrix/multiplyVector.ts";
import { row } from "../../src/matrix/row.ts";
import { randomMatrix } from "../../src/testing/matrices.ts";

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
