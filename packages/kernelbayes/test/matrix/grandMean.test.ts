import { expect, test } from "vitest";
import { grandMean } from "../../src/matrix/grandMean.ts";
import { fromRows } from "../../src/matrix/index.ts";

test("the grand mean weighs each row", () => {
  const X = fromRows([
    [1, 10],
    [2, 20],
    [5, 50],
  ]);
  expect(Array.from(grandMean(X, Float64Array.of(1, 2, 1)))).toEqual([2.5, 25]);
});
