import { expect, test } from "vitest";
import { isFewValued } from "../../src/encoding/isFewValued.ts";
import { columnFromCells, type Cell } from "../../src/table/columnFromCells.ts";

test.each<[boolean, Cell[]]>([
  [true, [0, 1, 2, 2, null]],
  [true, [1, 2, 3, 4, 5, 6, 7, 8]],
  [false, [0, 1, 1]],
  [false, [1, 2, 3, 4, 5, 6, 7, 8, 9]],
  [false, [0, 1, 2.5]],
  [false, ["a", "b", "c"]],
  [false, [null]],
  [false, [Infinity, 1, 2]],
])("is %s for %j", (few, cells) => {
  expect(isFewValued(columnFromCells("x", cells))).toBe(few);
});
