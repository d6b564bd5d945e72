import { expect, test } from "vitest";
import { fromRows } from "../../src/matrix/fromRows.ts";
import { scaleMatrix } from "../../src/matrix/scaleMatrix.ts";
import { toRows } from "../../src/matrix/toRows.ts";

test("every entry is multiplied by the factor", () => {
  expect(toRows(scaleMatrix(fromRows([[1, -2]]), 3))).toEqual([[3, -6]]);
});
