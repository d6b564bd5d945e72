import { expect, test } from "vitest";
import { completeRows } from "../../src/encoding/completeRows.ts";
import type { Warning } from "../../src/errors.ts";
import { tableFromColumns } from "../../src/table/table.ts";
import { thrown } from "../thrown.ts";

const { columns } = tableFromColumns({ a: [1, null, 3, 4], b: ["x", null, "y", ""], c: [1, 2, null, 4] });

test("rows with a missing cell are left out once each, with one warning", () => {
  const warnings: Warning[] = [];
  expect(Array.from(completeRows(columns, Int32Array.of(0, 1, 2, 3), "drop", warnings))).toEqual([0]);
  expect(warnings).toEqual([
    { code: "dropped-rows", message: "3 of 4 rows have missing values and were left out of the training." },
  ]);
});

test("only the given rows count", () => {
  const warnings: Warning[] = [];
  expect(Array.from(completeRows(columns, Int32Array.of(0), "refuse", warnings))).toEqual([0]);
  expect(warnings).toEqual([]);
});

test("under refuse the first column is named with its count, the others by name", () => {
  expect(thrown(() => completeRows(columns, Int32Array.of(0, 1, 2, 3), "refuse", []))).toMatchObject({
    code: "missing-values",
    place: { row: 2, column: "a" },
    message:
      'Column "a" has a missing value in row 2. So have "b", "c". Choose `missing: "impute"` or `missing: "drop"`, or fill them beforehand.',
  });
});
