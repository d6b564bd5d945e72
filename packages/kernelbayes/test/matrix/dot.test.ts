import { expect, test } from "vitest";
import { dot } from "../../src/matrix/dot.ts";

test("the inner product of two vectors, empty ones included", () => {
  expect(dot([1, 2, 3], [4, 5, 6])).toBe(32);
  expect(dot([], [])).toBe(0);
});

test("vectors of two lengths are refused", () => {
  expect(() => dot([1, 2], [1])).toThrow("The length of both vectors must be 2; got 1.");
});
