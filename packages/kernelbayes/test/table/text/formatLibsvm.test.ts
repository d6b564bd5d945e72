import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Table } from "../../../src/table/table.ts";
import { formatLibsvm, libsvmWriter } from "../../../src/table/text/formatLibsvm.ts";
import { parseLibsvm } from "../../../src/table/text/parseLibsvm.ts";
import { selectRows, tableFromColumns, tableOf } from "../../../src/table/table.ts";
import { thrown } from "../../thrown.ts";

test("writes a table, the label first and without the numbers that are 0", () => {
  const table = tableFromColumns({ a: [0, 1.5, null], kind: ["ash", "1", "+1"], b: ["2.0", 0, "-0"] });
  expect(formatLibsvm(table, { target: "kind" })).toBe("ash 2:2.0\n1 1:1.5\n+1 1:nan 2:-0\n");
});

test("a table may be written in parts", () => {
  const table = tableFromColumns({ label: ["a", "b", "c"], x1: [1, 0, 2], x2: [0, "01", 0] });
  const writer = libsvmWriter();
  const parts = [[], [0, 1], [2]].map((rows) => writer.add(selectRows(table, rows)));
  expect(parts.join("") + writer.end()).toBe(formatLibsvm(table));
  expect(parseLibsvm(parts.join(""))).toEqual(table);
});

test("−0 keeps its sign", () => {
  const table = tableFromColumns({ label: ["a"], x1: [-0] });
  expect(parseLibsvm(formatLibsvm(table, { target: "label" })).columns[1]).toMatchObject({
    values: Float64Array.of(-0),
  });
});

test.each([
  ["a missing label", { y: ["a", null], x: [1, 2] }, { code: "invalid-label", place: { row: 2, column: "y" } }],
  ["a label with a blank", { y: ["a b", "c"], x: [1, 2] }, { code: "invalid-label", place: { row: 1, column: "y" } }],
  ["a label with a colon", { y: ["a", "1:2"], x: [1, 2] }, { code: "invalid-label" }],
  ["a label that begins a comment", { y: ["#", "b"], x: [1, 2] }, { code: "invalid-label" }],
  [
    "a text column",
    { y: ["a", "b"], x: [1, 2], soil: ["clay", "sand"] },
    { code: "not-a-number", place: { column: "soil" } },
  ],
  [
    "a date column",
    { y: ["a", "b"], day: ["2024-01-01", "2024-01-02"] },
    { code: "not-a-number", place: { column: "day" } },
  ],
  ["an unknown label column", { z: ["a", "b"] }, { code: "unknown-column", place: { column: "y" } }],
])("refuses %s", (_, columns, expected) => {
  expect(thrown(() => formatLibsvm(tableFromColumns(columns), { target: "y" }))).toMatchObject(expected);
});

test("reading what was written gives the same table", () => {
  const label = fc.string({ unit: fc.constantFrom(..."ab01.+-,é"), minLength: 1, maxLength: 4 });
  const number = fc.oneof(
    fc.double().filter((value) => !Object.is(value, -0)),
    fc.constantFrom<string | number>(0, 0, 0, "007", "1.50", "1e3", "0.0", "-0", "+5"),
  );
  const sizes = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 5 }));
  const tables = sizes.chain(([rows, features]) => {
    const columnOf = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value[]> =>
      fc.array(value, { minLength: rows, maxLength: rows });
    return fc.tuple(columnOf(label), fc.array(columnOf(number), { minLength: features, maxLength: features }));
  });
  fc.assert(
    fc.property(tables, ([labels, numbers]) => {
      const features = Object.fromEntries(numbers.map((column, j) => [`x${j + 1}`, column]));
      const table: Table = tableOf(
        tableFromColumns({ label: labels, ...features }, { types: { label: "text" } }).columns,
      );
      const text = formatLibsvm(table, { target: "label" });
      expect(parseLibsvm(text, { features: numbers.length })).toEqual(table);
    }),
    { numRuns: 1000, seed: 45 },
  );
});
