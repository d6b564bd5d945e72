import { expect, test } from "vitest";
import { referenceEngine } from "../../src/engine/reference/index.ts";
import { diagonal } from "../../src/matrix/diagonal.ts";
import { fromRows } from "../../src/matrix/fromRows.ts";
import { traceOfProduct } from "../../src/matrix/traceOfProduct.ts";
import { randomMatrix } from "../../src/testing/matrices.ts";

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
