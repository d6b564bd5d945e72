import { expect, test } from "vitest";
import { columnWeights } from "../../src/encoding/columnWeights.ts";
import { tableFromColumns, type Cell } from "../../src/table/table.ts";
import { thrown } from "../thrown.ts";

test("weights are numbers of at least 0", () => {
  expect(Array.from(columnWeights(tableFromColumns({ w: [1, 0, "2.5"] }), "w"))).toEqual([1, 0, 2.5]);
});

test.each<[string, Cell[], string, number | undefined]>([
  ["negative", [1, -1], "invalid-weight", 2],
  ["missing", [1, null], "invalid-weight", 2],
  ["infinite", [Infinity, 1], "not-finite", 1],
  ["texts", [1, "many"], "not-a-number", 2],
  ["all zero", [0, 0], "no-weight", undefined],
])("weights that are %s are refused", (_, w, code, row) => {
  const error = thrown(() => columnWeights(tableFromColumns({ w }), "w"));
  expect(error.code).toBe(code);
  expect(error.place).toEqual(row === undefined ? { column: "w" } : { row, column: "w" });
});
