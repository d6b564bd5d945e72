import { expect, test } from "vitest";
import { recentRows } from "../../../src/rows/kernel/recentRows.ts";

test("the rows that were used last are kept, the others computed again", () => {
  const computed: number[] = [];
  const row = recentRows(4, 2 * 8 * 4, (i) => {
    computed.push(i);
    return new Float64Array(4).fill(i);
  });
  for (const i of [0, 1, 0, 2, 0, 1]) expect(row(i)[3]).toBe(i);
  expect(computed).toEqual([0, 1, 2, 1]);
});
