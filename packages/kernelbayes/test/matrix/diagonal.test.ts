import { expect, test } from "vitest";
import { diagonal } from "../../src/matrix/diagonal.ts";
import { fromRows } from "../../src/matrix/fromRows.ts";

test("the diagonal ends with the shorter side", () => {
  const A = fromRows([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  expect(Array.from(diagonal(A))).toEqual([1, 5]);
});
