import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { asText } from "../../../src/table/column.ts";
import { parseJsonRows, parseNdjson } from "../../../src/table/text/parseJsonRows.ts";
import { columnNamed, columnNames } from "../../../src/table/table.ts";
import { thrown } from "../../thrown.ts";

describe("parseJsonRows", () => {
  test("reads rows whose keys differ, with null and booleans", () => {
    const table = parseJsonRows('[{"a": 1, "b": true}, {"b": false, "c": "x"}, {"a": null}]');
    expect(columnNames(table)).toEqual(["a", "b", "c"]);
    expect(table.columns.map(asText)).toEqual([
      ["1", undefined, undefined],
      ["true", "false", undefined],
      [undefined, "x", undefined],
    ]);
  });

  test("reads numbers in texts as numbers and keeps how they were written", () => {
    const column = columnNamed(parseJsonRows('[{"a": "01"}, {"a": 2}]'), "a");
    expect(column).toMatchObject({ type: "number", values: Float64Array.of(1, 2) });
    expect(asText(column)).toEqual(["01", "2"]);
  });

  test.each([
    ["an empty text", " ", "empty-table", {}],
    ["an empty array", "[]", "empty-table", {}],
    ["rows without keys", "[{}, {}]", "empty-table", {}],
    ["an object", '{"a": [1]}', "not-rows", {}],
    ["a number", "1", "not-rows", {}],
    ["null", "null", "not-rows", {}],
    ["a row that is no object", '[{"a": 1}, [2]]', "not-rows", { row: 2 }],
    ["a row that is null", "[null]", "not-rows", { row: 1 }],
    ["a nested value", '[{"a": 1}, {"a": {"b": 2}}]', "not-a-cell", { row: 2, column: "a" }],
    ["a nested list", '[{"a": [1]}]', "not-a-cell", { row: 1, column: "a" }],
    ["broken JSON", '[{"a": 1}', "malformed-json", { line: 1 }],
    ["broken JSON on a later line", '[{"a": 1},\n {"a": 2 "b"}]', "malformed-json", { line: 2, character: 10 }],
  ])("refuses %s", (_, text, code, place) => {
    expect(thrown(() => parseJsonRows(text))).toMatchObject({ code, place });
  });
});

describe("parseNdjson", () => {
  test("reads a row a line and skips empty lines", () => {
    const table = parseNdjson('{"a": 1}\r\n\n{"a": 2, "b": "x"}\n');
    expect(table.rows).toBe(2);
    expect(table).toEqual(parseJsonRows('[{"a": 1}, {"a": 2, "b": "x"}]'));
  });

  test.each([
    ["an empty text", "\n\n", "empty-table", {}],
    ["a broken line", '{"a": 1}\n\n{"a": }\n', "malformed-json", { line: 3 }],
    ["a line that is no object", '{"a": 1}\n[1]\n', "not-rows", { line: 2 }],
    ["a nested value", '\n{"a": 1}\n{"a": [1]}\n', "not-a-cell", { line: 3, row: 2, column: "a" }],
  ])("refuses %s", (_, text, code, place) => {
    expect(thrown(() => parseNdjson(text))).toMatchObject({ code, place });
  });

  test("names the line of a text among declared numbers", () => {
    expect(thrown(() => parseNdjson('\n{"a": 1}\n\n{"a": "x"}', { types: { a: "number" } })).place).toEqual({
      line: 4,
      row: 2,
      column: "a",
    });
  });
});

test("whatever the JSON, it is a table or an InputError", () => {
  const value = fc.oneof(
    fc.json({ maxDepth: 3 }),
    fc
      .array(fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 0 }), { maxKeys: 4 }))
      .map((rows) => JSON.stringify(rows)),
    fc.string({ unit: fc.constantFrom(...'[]{}":,a1 \n'), maxLength: 15 }),
  );
  let read = 0;
  fc.assert(
    fc.property(value, fc.constantFrom(parseJsonRows, parseNdjson), (text, parse) => {
      try {
        const { rows, columns } = parse(text);
        if (columns.some((column) => asText(column).length !== rows)) throw new Error("A column has a wrong length.");
        read++;
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
      }
    }),
    { numRuns: 1500, seed: 8 },
  );
  expect(read).toBeGreaterThan(50);
});

test("JSON nested very deeply is refused, not followed", () => {
  const deep = `[{"a": ${"[".repeat(100_000)}${"]".repeat(100_000)}}]`;
  expect(thrown(() => parseJsonRows(deep)).code).toMatch(/not-a-cell|malformed-json/);
});
