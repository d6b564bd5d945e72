import { describe, expect, test } from "vitest";
import { encodeLabels, groupCodes, columnWeights } from "../../src/encoding/encodeLabels.ts";
import { parseCsv } from "../../src/table/text/parseCsv.ts";
import { selectRows, tableFromColumns, type Cell } from "../../src/table/table.ts";
import { thrown } from "../thrown.ts";

describe("encodeLabels", () => {
  test("numbers the classes in an order that does not depend on the rows", () => {
    const table = tableFromColumns({ y: ["b", "a", "10", "9", "b", "a"] });
    const { classes, names } = encodeLabels(table, "y");
    expect(names).toEqual(["9", "10", "a", "b"]);
    expect(Array.from(classes)).toEqual([3, 2, 1, 0, 3, 2]);
    expect(encodeLabels(selectRows(table, [5, 4, 3, 2, 1, 0]), "y").names).toEqual(names);
  });

  test("keeps labels as they were written", () => {
    expect(encodeLabels(parseCsv("y\n01\n1\n01\n1.0\n"), "y").names).toEqual(["01", "1", "1.0"]);
    expect(encodeLabels(parseCsv("y\nyes\nno\nyes\n"), "y").names).toEqual(["no", "yes"]);
    expect(encodeLabels(tableFromColumns({ y: [true, false, true] }), "y").names).toEqual(["false", "true"]);
    expect(encodeLabels(tableFromColumns({ y: [2, 1, 2] }), "y").names).toEqual(["1", "2"]);
  });

  test("looks only at the rows asked for and keeps their numbers in messages", () => {
    const table = tableFromColumns({ y: ["a", null, "b", "a", "c", null] });
    const { classes, names } = encodeLabels(table, "y", Int32Array.of(3, 0, 2));
    expect([Array.from(classes), names]).toEqual([
      [0, 0, 1],
      ["a", "b"],
    ]);
    expect(thrown(() => encodeLabels(table, "y", [0, 2, 5]))).toMatchObject({
      code: "missing-label",
      place: { row: 6, column: "y" },
    });
  });

  test.each<[string, (string | null)[], string, string]>([
    ["a missing label", ["a", "b", null], "missing-label", "row 3"],
    ["one class", ["a", "a"], "one-class", 'every row has the label "a"'],
    ["no rows", [], "no-rows", "there are no rows"],
    ["a label for every row", ["a", "b", "c"], "label-per-row", "every one of the 3 rows"],
  ])("refuses %s", (_, labels, code, words) => {
    const error = thrown(() => encodeLabels(tableFromColumns({ y: labels }), "y"));
    expect(error.code).toBe(code);
    expect(error.message).toContain(words);
  });

  test("accepts two rows of two classes, and a thousand classes, but not more", () => {
    const labels = (classes: number): string[] => Array.from({ length: 2 * classes }, (_, i) => `class ${i % classes}`);
    expect(encodeLabels(tableFromColumns({ y: ["a", "b"] }), "y").names).toHaveLength(2);
    expect(encodeLabels(tableFromColumns({ y: labels(1000) }), "y").names).toHaveLength(1000);
    expect(thrown(() => encodeLabels(tableFromColumns({ y: labels(1001) }), "y")).code).toBe("too-many-classes");
  });

  test("offers near names for an unknown column", () => {
    expect(thrown(() => encodeLabels(tableFromColumns({ label: ["a"] }), "labels")).code).toBe("unknown-column");
  });
});

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
