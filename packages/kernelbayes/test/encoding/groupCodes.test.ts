import { expect, test } from "vitest";
import { groupCodes } from "../../src/encoding/groupCodes.ts";
import { tableFromColumns } from "../../src/table/table.ts";
import { thrown } from "../thrown.ts";

test("groups are numbered by first appearance, whatever their type", () => {
  expect(Array.from(groupCodes(tableFromColumns({ g: ["b", "a", "b", "c"] }), "g"))).toEqual([0, 1, 0, 2]);
  expect(Array.from(groupCodes(tableFromColumns({ g: [7, 7, 3.5] }), "g"))).toEqual([0, 0, 1]);
});

test("a row without group is refused", () => {
  expect(thrown(() => groupCodes(tableFromColumns({ g: ["a", ""] }), "g"))).toMatchObject({
    code: "missing-group",
    place: { row: 2, column: "g" },
  });
});
