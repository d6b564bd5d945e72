import { expect, test } from "vitest";
import { columnGroups, encodedColumns, widthOf, type Encoding } from "../../src/encoding/encoding.ts";

const encoding: Encoding = {
  missing: "impute",
  unseen: "refuse",
  columns: [
    { kind: "number", name: "a", unit: 1, origin: 0, center: 0, scale: 1, fill: 0, indicator: true },
    { kind: "rank", name: "b", values: [1, 2], counts: [1, 2], indicator: false },
    { kind: "presence", name: "c" },
    { kind: "category", name: "d", coding: "one-hot", numeric: false, levels: ["x", "y"], missingLevel: true },
    { kind: "category", name: "e", coding: "hamming", numeric: false, levels: ["x", "y"], missingLevel: true },
  ],
};

test("encoded columns have names to show and tell their source, group and kind", () => {
  expect(encodedColumns(encoding).map(({ name, source, group, kind }) => [name, source, group, kind])).toEqual([
    ["a", "a", 0, "number"],
    ["a is missing", "a", 0, "indicator"],
    ["b", "b", 1, "rank"],
    ["c is missing", "c", 2, "indicator"],
    ["d = x", "d", 3, "level"],
    ["d = y", "d", 3, "level"],
    ["d = (missing)", "d", 3, "level"],
    ["e", "e", 4, "code"],
  ]);
});

test("groups and widths agree with the encoded columns", () => {
  expect(columnGroups(encoding)).toEqual(encodedColumns(encoding).map(({ group }) => group));
  expect(encoding.columns.map(widthOf)).toEqual([2, 1, 1, 3, 1]);
});
