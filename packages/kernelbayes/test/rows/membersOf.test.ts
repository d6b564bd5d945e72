import { expect, test } from "vitest";
import { membersOf } from "../../src/rows/membersOf.ts";

test("rows are gathered by group, groups in the order in which they occur", () => {
  const members = membersOf(Int32Array.of(7, 2, 7, 2, 2)).map((rows) => Array.from(rows));
  expect(members).toEqual([
    [0, 2],
    [1, 3, 4],
  ]);
  expect(membersOf(new Int32Array(0))).toEqual([]);
});
