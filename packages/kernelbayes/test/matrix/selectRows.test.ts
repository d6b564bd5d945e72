import { expect, test } from "vitest";
import { fromRows } from "../../src/matrix/fromRows.ts";
import { selectRows } from "../../src/matrix/selectRows.ts";
import { toRows } from "../../src/matrix/toRows.ts";

const A = fromRows([
  [1, 2],
  [3, 4],
  [5, 6],
]);

test("rows are taken in the order given, repeatedly if asked", () => {
  expect(toRows(selectRows(A, [2, 0, 2]))).toEqual([
    [5, 6],
    [1, 2],
    [5, 6],
  ]);
  expect(selectRows(A, [])).toMatchObject({ rows: 0, columns: 2 });
});

test("a row that does not exist is refused by its number", () => {
  for (const index of [3, -1, 0.5]) expect(() => selectRows(A, [0, index])).toThrow(`Row ${index} does not exist`);
});
