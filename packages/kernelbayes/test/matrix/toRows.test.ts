import { expect, test } from "vitest";
import { fromRows } from "../../src/matrix/fromRows.ts";
import { toRows } from "../../src/matrix/toRows.ts";

test("rows come back as the plain arrays they were", () => {
  const rows = [
    [1, 2, 3],
    [4, 5, 6],
  ];
  expect(toRows(fromRows(rows))).toEqual(rows);
});
