import * as flechette from "@uwdata/flechette";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arrowGroups, parseArrow } from "../../../src/table/arrow/parseArrow.ts";
import { asText } from "../../../src/table/column.ts";
import { concatenateTables } from "../../../src/table/concatenateTables.ts";
import { columnNamed, tableFromColumns, type Table } from "../../../src/table/table.ts";
import { thrown } from "../../thrown.ts";
import { damagedBytes, enclosedBytes } from "../damagedBytes.ts";
import { isRead } from "../mutations.ts";

/** An Arrow file of one column, `x`. */
function fileOf(type: flechette.DataType, data: unknown[], options: { useBigInt?: boolean } = {}): Uint8Array {
  const column = flechette.columnFromArray(data, type, { useBigInt: true, ...options });
  return bytesOf(flechette.tableFromColumns([["x", column]]), "file");
}

function bytesOf(table: flechette.Table, format: "file" | "stream"): Uint8Array {
  return flechette.tableToIPC(table, { format }) ?? new Uint8Array(0);
}

const cellsOf = (bytes: Uint8Array, types?: Record<string, "text" | "number">): [string, (string | undefined)[]] => {
  const column = columnNamed(parseArrow(bytes, types && { types }), "x");
  return [column.type, asText(column)];
};

describe("the types of an Arrow file", () => {
  test.each<[string, flechette.DataType, unknown[], string, (string | undefined)[]]>([
    ["doubles", flechette.float64(), [1.5, null, -Infinity], "number", ["1.5", undefined, "-Infinity"]],
    ["floats", flechette.float32(), [1.5, null], "number", ["1.5", undefined]],
    ["half floats", flechette.float16(), [1.5, null, -2], "number", ["1.5", undefined, "-2"]],
    ["bytes", flechette.uint8(), [255, null], "number", ["255", undefined]],
    [
      "long integers",
      flechette.int64(),
      [1n, null, -(2n ** 53n) + 1n],
      "number",
      ["1", undefined, "-9007199254740991"],
    ],
    ["booleans", flechette.bool(), [true, null, false], "text", ["true", undefined, "false"]],
    ["strings", flechette.utf8(), ["1", null, "", "\uFEFFé"], "text", ["1", undefined, "", "\uFEFFé"]],
    ["large strings", flechette.largeUtf8(), ["a", null, "bc"], "text", ["a", undefined, "bc"]],
    ["dictionaries", flechette.dictionary(flechette.utf8()), ["b", null, "a", "b"], "text", ["b", undefined, "a", "b"]],
    ["dictionaries of numbers", flechette.dictionary(flechette.int32()), [7, null, 7], "number", ["7", undefined, "7"]],
    ["days", flechette.dateDay(), [new Date("2024-02-29"), null], "date", ["2024-02-29", undefined]],
    [
      "dates in milliseconds",
      flechette.dateMillisecond(),
      [new Date("1969-12-31"), null],
      "date",
      ["1969-12-31", undefined],
    ],
    ["seconds", flechette.timestamp(0), [1000, null], "date", ["1970-01-01T00:00:01", undefined]],
    ["microseconds", flechette.timestamp(2, "UTC"), [1, null], "date", ["1970-01-01T00:00:00.001000Z", undefined]],
    ["times", flechette.timeMillisecond(), [86_399_999, null], "text", ["23:59:59.999", undefined]],
    ["durations", flechette.duration(0), [5n, null], "number", ["5", undefined]],
    ["decimals", flechette.decimal128(10, 1), [3n, null, -17n], "number", ["0.3", undefined, "-1.7"]],
    ["small decimals", flechette.decimal32(5, 2), [30n, null], "number", ["0.30", undefined].map((x) => x && "0.3")],
    ["wide decimals", flechette.decimal256(60, 2), [-5n, null], "number", ["-0.05", undefined]],
    ["nothing", flechette.nullType(), [null, null], "number", [undefined, undefined]],
  ])("%s", (_, type, data, kind, texts) => {
    expect(cellsOf(fileOf(type, data))).toEqual([kind, texts]);
  });

  test("an integer that a number cannot hold is refused with its row, and a text on demand", () => {
    const bytes = fileOf(flechette.int64(), [1n, 2n ** 60n + 1n]);
    expect(thrown(() => parseArrow(bytes))).toMatchObject({ code: "inexact-integer", place: { row: 2, column: "x" } });
    expect(cellsOf(bytes, { x: "text" })).toEqual(["text", ["1", "1152921504606846977"]]);
  });

  test("a declared type goes before that of the file", () => {
    const bytes = fileOf(flechette.utf8(), ["1", "2", "b"]);
    expect(thrown(() => parseArrow(bytes, { types: { x: "number" } }))).toMatchObject({
      code: "not-a-number",
      place: { row: 3 },
    });
    expect(cellsOf(fileOf(flechette.int32(), [1, 0]), { x: "text" })).toEqual(["text", ["1", "0"]]);
    expect(thrown(() => parseArrow(bytes, { types: { z: "text" } })).code).toBe("unknown-column");
  });

  test("nested columns and columns that are no values are refused by name", () => {
    const list = fileOf(flechette.list(flechette.int32()), [[1, 2], null]);
    expect(thrown(() => parseArrow(list))).toMatchObject({ code: "nested-column", place: { column: "x" } });
    const binary = fileOf(flechette.binary(), [Uint8Array.of(1)]);
    expect(thrown(() => parseArrow(binary))).toMatchObject({ code: "unsupported-column", place: { column: "x" } });
  });
});

const rows = 60;
const columns = {
  number: Array.from({ length: rows }, (_, i) => (i % 7 === 0 ? null : i * 1.1)),
  text: Array.from({ length: rows }, (_, i) => ["x", "yy", null, ""][i % 4]),
  code: Array.from({ length: rows }, (_, i) => "abc"[i % 3]),
  flag: Array.from({ length: rows }, (_, i) => i % 2 === 0),
};
const types = {
  number: flechette.float64(),
  text: flechette.utf8(),
  code: flechette.dictionary(flechette.utf8()),
  flag: flechette.bool(),
};
const arrow = flechette.tableFromArrays(columns, { types, maxBatchRows: 25 });
const expected = tableFromColumns(columns, { missing: [] });

describe.each(["file", "stream"] as const)("an Arrow %s", (format) => {
  const bytes = bytesOf(arrow, format);

  test("is read whole, and by record batches", async () => {
    expect(asText(columnNamed(parseArrow(bytes), "text"))[3]).toBe("");
    const groups: Table[] = [];
    const read = (from: number, to: number): Promise<Uint8Array> => Promise.resolve(bytes.slice(from, to));
    for await (const group of arrowGroups({ length: bytes.length, read }, {})) groups.push(group);
    expect(groups.map((group) => group.rows)).toEqual([25, 25, 10]);
    expect(concatenateTables(groups)).toEqual(parseArrow(bytes));
    for (const name of ["number", "code", "flag"])
      expect(columnNamed(parseArrow(bytes), name)).toEqual(columnNamed(expected, name));
  });

  test("and damaged is a table or an InputError", () => {
    let sound = 0;
    fc.assert(
      fc.property(damagedBytes(bytes), (damaged) => {
        if (isRead(() => parseArrow(damaged))) sound++;
      }),
      { numRuns: 1000, seed: 7 },
    );
    expect(sound).toBeGreaterThan(50); // the damage goes deep enough to be interesting, and not always too deep
    expect(sound).toBeLessThan(950);
  });
});

describe("whatever the bytes", () => {
  test("they are a table or an InputError", () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 100 }),
      enclosedBytes("ARROW1\0\0", "ARROW1"),
      enclosedBytes("\u00ff\u00ff\u00ff\u00ff\u0040\0\0\0", ""),
    );
    fc.assert(
      fc.property(bytes, (bytes) => {
        isRead(() => parseArrow(bytes));
      }),
      { numRuns: 1000, seed: 7 },
    );
  });

  test("text is refused, and so is a file that is cut short", () => {
    expect(thrown(() => parseArrow("ARROW1")).code).toBe("binary-input");
    expect(thrown(() => parseArrow(bytesOf(arrow, "file").slice(0, -1))).message).toMatch(/does not end in ARROW1/);
    expect(thrown(() => parseArrow(bytesOf(arrow, "stream").slice(0, 1000))).message).toMatch(/exceeds the file/);
    expect(thrown(() => parseArrow(new Uint8Array(0))).message).toMatch(/no schema/);
  });
});
