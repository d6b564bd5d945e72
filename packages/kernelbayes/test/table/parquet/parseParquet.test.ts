import * as fc from "fast-check";
import { parquetWriteBuffer, type ColumnSource } from "hyparquet-writer";
import type { CompressionCodec, Encoding, SchemaElement } from "hyparquet";
import { describe, expect, test } from "vitest";
import { asText } from "../../../src/table/column.ts";
import { concatenateTables } from "../../../src/table/concatenateTables.ts";
import { formatParquet } from "../../../src/table/parquet/formatParquet.ts";
import { parquetGroups, parseParquet } from "../../../src/table/parquet/parseParquet.ts";
import { columnNamed, tableFromColumns, type Table } from "../../../src/table/table.ts";
import { thrown } from "../../thrown.ts";
import { damagedBytes, enclosedBytes } from "../damagedBytes.ts";
import { isRead } from "../mutations.ts";
import { storedCodecs } from "./storedCodecs.ts";

type Values = ColumnSource["data"];

/** A file of one column, `x`, of a type that the schema tells. */
function fileOf(element: Omit<SchemaElement, "name">, data: Values, encoding?: Encoding): Uint8Array {
  const schema: SchemaElement[] = [
    { name: "root", num_children: 1 },
    { repetition_type: "OPTIONAL", ...element, name: "x" },
  ];
  return new Uint8Array(
    parquetWriteBuffer({ schema, columnData: [{ name: "x", data, ...(encoding && { encoding }) }], statistics: false }),
  );
}

const cellsOf = (bytes: Uint8Array, types?: Record<string, "text" | "number">): [string, (string | undefined)[]] => {
  const column = columnNamed(parseParquet(bytes, types && { types }), "x");
  return [column.type, asText(column)];
};

describe("the types of a Parquet file", () => {
  test.each<[string, Omit<SchemaElement, "name">, Values, string, (string | undefined)[]]>([
    ["doubles", { type: "DOUBLE" }, [1.5, null, -Infinity], "number", ["1.5", undefined, "-Infinity"]],
    ["floats", { type: "FLOAT" }, [1.5, null], "number", ["1.5", undefined]],
    ["integers", { type: "INT32" }, [1, null, -2], "number", ["1", undefined, "-2"]],
    [
      "unsigned integers",
      { type: "INT32", converted_type: "UINT_32" },
      [2 ** 32 - 1, null],
      "number",
      ["4294967295", undefined],
    ],
    [
      "long integers",
      { type: "INT64" },
      [1n, null, -(2n ** 53n) + 1n],
      "number",
      ["1", undefined, "-9007199254740991"],
    ],
    ["booleans", { type: "BOOLEAN" }, [true, null, false], "text", ["true", undefined, "false"]],
    [
      "strings",
      { type: "BYTE_ARRAY", converted_type: "UTF8" },
      ["1", null, "", "é"],
      "text",
      ["1", undefined, "", "é"],
    ],
    [
      "dates",
      { type: "INT32", converted_type: "DATE" },
      [19782, null, -1],
      "date",
      ["2024-02-29", undefined, "1969-12-31"],
    ],
    [
      "milliseconds",
      { type: "INT64", converted_type: "TIMESTAMP_MILLIS" },
      [-1n, null],
      "date",
      ["1969-12-31T23:59:59.999Z", undefined],
    ],
    [
      "microseconds",
      { type: "INT64", converted_type: "TIMESTAMP_MICROS" },
      [1n, null],
      "date",
      ["1970-01-01T00:00:00.000001Z", undefined],
    ],
    [
      "local nanoseconds",
      { type: "INT64", logical_type: { type: "TIMESTAMP", isAdjustedToUTC: false, unit: "NANOS" } },
      [1_000_000_001n, null],
      "date",
      ["1970-01-01T00:00:01.000000001", undefined],
    ],
    [
      "times",
      { type: "INT32", converted_type: "TIME_MILLIS" },
      [86_399_999, null],
      "text",
      ["23:59:59.999", undefined],
    ],
    [
      "decimals",
      { type: "INT32", converted_type: "DECIMAL", scale: 1, precision: 5 },
      [3n, null, -17n],
      "number",
      ["0.3", undefined, "-1.7"],
    ],
  ])("%s", (_, element, data, type, texts) => {
    expect(cellsOf(fileOf(element, data))).toEqual([type, texts]);
  });

  test("a decimal is the double nearest to it, and a text on demand", () => {
    const bytes = fileOf({ type: "INT64", converted_type: "DECIMAL", scale: 2, precision: 18 }, [
      123_456_789_012_345_678n,
      30n,
    ]);
    expect(columnNamed(parseParquet(bytes), "x")).toMatchObject({
      values: Float64Array.of(Number("1234567890123456.78"), 0.3),
    });
    expect(cellsOf(bytes, { x: "text" })).toEqual(["text", ["1234567890123456.78", "0.30"]]);
  });

  test("an integer that a number cannot hold is refused with its row, and a text or a rounded number on demand", () => {
    const bytes = fileOf({ type: "INT64" }, [1n, 2n ** 60n + 1n]);
    const error = thrown(() => parseParquet(bytes));
    expect(error).toMatchObject({ code: "inexact-integer", place: { row: 2, column: "x" } });
    expect(error.message).toContain(`types: { x: "text" }`);
    expect(cellsOf(bytes, { x: "text" })).toEqual(["text", ["1", "1152921504606846977"]]);
    expect(cellsOf(bytes, { x: "number" })).toEqual(["number", ["1", String(2 ** 60)]]);
  });

  test("a declared type goes before that of the file", () => {
    const bytes = formatParquet(tableFromColumns({ x: [1, 0, null], y: ["1", "2", "b"] }, { types: { y: "text" } }));
    expect(columnNamed(parseParquet(bytes, { types: { x: "text" } }), "x")).toMatchObject({ levels: ["1", "0"] });
    expect(thrown(() => parseParquet(bytes, { types: { y: "number" } }))).toMatchObject({
      code: "not-a-number",
      place: { row: 3, column: "y" },
    });
    expect(thrown(() => parseParquet(bytes, { types: { z: "text" } })).code).toBe("unknown-column");
  });

  test("only null is missing, and what the caller lists", () => {
    const bytes = fileOf({ type: "BYTE_ARRAY", converted_type: "UTF8" }, ["NA", "", null]);
    expect(cellsOf(bytes)).toEqual(["text", ["NA", "", undefined]]);
    expect(asText(columnNamed(parseParquet(bytes, { missing: ["NA"] }), "x"))).toEqual([undefined, "", undefined]);
    const numbers = fileOf({ type: "DOUBLE" }, [-999, 1]);
    expect(asText(columnNamed(parseParquet(numbers, { missing: ["-999"] }), "x"))).toEqual([undefined, "1"]);
  });

  test("nested columns and columns that are no values are refused by name", () => {
    const schema: SchemaElement[] = [
      { name: "root", num_children: 2 },
      { name: "id", type: "INT32", repetition_type: "OPTIONAL" },
      { name: "spectrum", repetition_type: "OPTIONAL", num_children: 1, converted_type: "LIST" },
      { name: "list", repetition_type: "REPEATED", num_children: 1 },
      { name: "element", type: "DOUBLE", repetition_type: "OPTIONAL" },
    ];
    const nested = parquetWriteBuffer({
      schema,
      columnData: [
        { name: "id", data: [1] },
        { name: "spectrum", data: [[1, 2]] },
      ],
    });
    const error = thrown(() => parseParquet(new Uint8Array(nested)));
    expect(error).toMatchObject({ code: "nested-column", place: { column: "spectrum" } });
    expect(error.message).toMatch(/^Column "spectrum" holds lists, maps or records/);
    const interval = fileOf({ type: "FIXED_LEN_BYTE_ARRAY", type_length: 3 }, [Uint8Array.of(1, 2, 3)]);
    expect(thrown(() => parseParquet(interval))).toMatchObject({ code: "unsupported-column", place: { column: "x" } });
    const binary = fileOf({ type: "BYTE_ARRAY" }, [Uint8Array.of(255, 254)]);
    expect(thrown(() => parseParquet(binary))).toMatchObject({
      code: "unreadable-cell",
      place: { row: 1, column: "x" },
    });
  });
});

const rows = 36;

/** Columns that between them use every encoding. */
const encoded: ColumnSource[] = [
  {
    name: "delta",
    type: "INT32",
    data: Array.from({ length: rows }, (_, i) => 3 * i - i ** 2),
    encoding: "DELTA_BINARY_PACKED",
  },
  {
    name: "long",
    type: "INT64",
    data: Array.from({ length: rows }, (_, i) => BigInt(i) ** 3n),
    encoding: "DELTA_BINARY_PACKED",
  },
  {
    name: "shared",
    type: "STRING",
    data: Array.from({ length: rows }, (_, i) => `sample ${i}`),
    encoding: "DELTA_BYTE_ARRAY",
  },
  {
    name: "lengths",
    type: "STRING",
    data: Array.from({ length: rows }, (_, i) => `s${i}`),
    encoding: "DELTA_LENGTH_BYTE_ARRAY",
  },
  { name: "split", type: "DOUBLE", data: Array.from({ length: rows }, (_, i) => i / 3), encoding: "BYTE_STREAM_SPLIT" },
  { name: "runs", type: "BOOLEAN", data: Array.from({ length: rows }, (_, i) => i % 30 < 20), encoding: "RLE" },
  {
    name: "dictionary",
    type: "STRING",
    data: Array.from({ length: rows }, (_, i) => ["a", "b", null, "c"][i % 4]),
    nullable: true,
  },
  { name: "one", type: "STRING", data: Array.from({ length: rows }, () => "same") },
];
const expected = tableFromColumns(
  Object.fromEntries(encoded.map(({ name, data }) => [name, Array.from(data as unknown[], (cell) => cell as string)])),
);

function fileWith(codec: CompressionCodec): Uint8Array {
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: encoded,
      codec,
      compressors: storedCodecs,
      pageSize: 60,
      rowGroupSize: [12, 16],
    }),
  );
}

describe.each<CompressionCodec>(["UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "LZ4_RAW"])(
  "a file compressed by %s",
  (codec) => {
    const bytes = fileWith(codec);

    test("is read in every encoding", () => {
      expect(parseParquet(bytes)).toEqual(expected);
    });

    test("is read by row groups, without the rest of the file", async () => {
      const reads: number[] = [];
      const source = {
        length: bytes.length,
        read: (from: number, to: number) => {
          reads.push(to - from);
          return Promise.resolve(bytes.slice(from, to));
        },
      };
      const groups: Table[] = [];
      for await (const group of parquetGroups(source, {})) groups.push(group);
      expect(groups.map(({ rows }) => rows)).toEqual([12, 16, 8]);
      expect(concatenateTables(groups)).toEqual(expected);
      expect(Math.max(...reads)).toBeLessThan(bytes.length / 2);
    });

    test("and damaged is a table or an InputError", () => {
      let read = 0;
      fc.assert(
        fc.property(damagedBytes(bytes), (damaged) => {
          if (isRead(() => parseParquet(damaged))) read++;
        }),
        { numRuns: 1000, seed: 7 },
      );
      expect(read).toBeGreaterThan(50); // the damage goes deep enough to be interesting, and not always too deep
      expect(read).toBeLessThan(950);
    });
  },
);

describe("whatever the bytes", () => {
  test("they are a table or an InputError", () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 100 }),
      enclosedBytes("PAR1", "PAR1"),
      enclosedBytes("PAR1", "\u0020\0\0\0PAR1"),
    );
    fc.assert(
      fc.property(bytes, (bytes) => {
        isRead(() => parseParquet(bytes));
      }),
      { numRuns: 1000, seed: 7 },
    );
  });

  test("a file of ours, damaged, is a table or an InputError", () => {
    const table = tableFromColumns({ x: [1, null, 3], y: ["a", "b", "a"], day: ["2024-02-29", "2024-03-01", ""] });
    fc.assert(
      fc.property(damagedBytes(formatParquet(table)), (bytes) => {
        isRead(() => parseParquet(bytes));
      }),
      { numRuns: 1000, seed: 7 },
    );
  });

  test("text is refused, and so is a file that is cut short", () => {
    expect(thrown(() => parseParquet("PAR1")).code).toBe("binary-input");
    const bytes = formatParquet(tableFromColumns({ x: [1] }));
    expect(thrown(() => parseParquet(bytes.slice(0, -1))).message).toMatch(
      /damaged or cut short: it does not end in PAR1/,
    );
    expect(thrown(() => parseParquet(Uint8Array.of(80, 65, 82, 49))).message).toMatch(/too short/);
  });
});
