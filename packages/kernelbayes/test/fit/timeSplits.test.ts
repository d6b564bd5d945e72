import { expect, test } from "vitest";
import { timeSplits } from "../../src/fit/timeSplits.ts";
import { tableFromColumns } from "../../src/table/table.ts";
import { thrown } from "../thrown.ts";

const all = (rows: number): Int32Array => Int32Array.from({ length: rows }, (_, row) => row);

test("blocks follow the order of time, and each is predicted from all before it", () => {
  const table = tableFromColumns({ t: [9, 1, 8, 2, 7, 3, 6, 4, 5, 0] });
  expect(timeSplits(table, "t", all(10), 5)).toEqual([
    { train: [9, 1], test: [3, 5] },
    { train: [9, 1, 3, 5], test: [7, 8] },
    { train: [9, 1, 3, 5, 7, 8], test: [6, 4] },
    { train: [9, 1, 3, 5, 7, 8, 6, 4], test: [2, 0] },
  ]);
});

test("rows of the same time stay in one block, and dates are ordered as they are written", () => {
  const t = ["2024-02-01", "2024-01-01", "2024-01-01", "2024-01-01", "2024-03-01", "2024-02-01"];
  expect(timeSplits(tableFromColumns({ t }), "t", all(6), 3)).toEqual([
    { train: [1, 2, 3], test: [0, 5] },
    { train: [1, 2, 3, 0, 5], test: [4] },
  ]);
});

test("a column without times, or with one time only, is refused by its name", () => {
  const missing = tableFromColumns({ t: [1, Number.NaN, 3] });
  expect(thrown(() => timeSplits(missing, "t", all(3), 2))).toMatchObject({
    code: "missing-time",
    place: { row: 2, column: "t" },
  });
  const same = tableFromColumns({ t: [1, 1, 1] });
  expect(thrown(() => timeSplits(same, "t", all(3), 2))).toMatchObject({ code: "too-few-times" });
});
