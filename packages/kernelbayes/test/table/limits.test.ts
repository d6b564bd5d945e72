import * as flechette from "@uwdata/flechette";
import { ByteWriter } from "hyparquet-writer";
import { writeMetadata } from "hyparquet-writer/src/metadata.js";
import { describe, expect, test } from "vitest";
import type { TableOptions } from "../../src/table/format.ts";
import { formats, type TableFormat } from "../../src/table/formats.ts";
import { arrowGroups } from "../../src/table/arrow/parseArrow.ts";
import { chunksByRows } from "../../src/table/text/chunksByRows.ts";
import { defaultLimits, limitsOf, type TableLimits } from "../../src/table/limits.ts";
import { parquetGroups } from "../../src/table/parquet/parseParquet.ts";
import { tableFromColumns, type Table } from "../../src/table/table.ts";
import { thrown } from "../thrown.ts";

const texts = ["csv", "tsv", "json", "ndjson", "arff", "libsvm"] as const;
const lines = ["csv", "tsv", "ndjson", "arff", "libsvm"] as const;
type TextFormat = (typeof texts)[number];

/** A text of that many rows and columns. */
function textOf(format: TextFormat, rows: number, columns: number): string {
  const names = Array.from({ length: columns }, (_, j) => `c${j}`);
  const repeated = (line: string): string => line.repeat(rows);
  const object = `{${names.map((name) => `"${name}":1`).join(",")}}`;
  switch (format) {
    case "csv":
      return `${names.join(",")}\n${repeated(`${names.map(() => "1").join(",")}\n`)}`;
    case "tsv":
      return `${names.join("\t")}\n${repeated(`${names.map(() => "1").join("\t")}\n`)}`;
    case "json":
      return `[${repeated(`${object},`).slice(0, -1)}]`;
    case "ndjson":
      return repeated(`${object}\n`);
    case "arff":
      return (
        `@relation r\n${names.map((name) => `@attribute ${name} numeric\n`).join("")}@data\n` +
        repeated(`${names.map(() => "1").join(",")}\n`)
      );
    case "libsvm":
      return repeated(
        `1${names
          .slice(1)
          .map((_, j) => ` ${j + 1}:1`)
          .join("")}\n`,
      );
  }
}

const parse = (format: TableFormat, input: string | Uint8Array, limits?: Partial<TableLimits>): Table =>
  formats[format].parse(input, limits ? { limits } : {});

/** The chunks of a text that comes in pieces, as an array. */
async function chunksOf(format: TableFormat, text: string, options: TableOptions, size = 10): Promise<Table[]> {
  const { rows } = formats[format];
  if (rows === undefined) throw new Error("The format is not one of lines.");
  const bytes = new TextEncoder().encode(text);
  async function* open(): AsyncGenerator<Uint8Array> {
    for (let from = 0; from < bytes.length; from += 100) yield bytes.subarray(from, from + 100);
  }
  const chunks: Table[] = [];
  for await (const chunk of chunksByRows(rows, { open, canReopen: true }, options, size)) chunks.push(chunk);
  return chunks;
}

describe.each(texts)("the budget of %s", (format) => {
  test.each<[keyof TableLimits, Partial<TableLimits>]>([
    ["rows", { rows: 19 }],
    ["columns", { columns: 4 }],
    ["cells", { cells: 99 }],
    ["textLength", { textLength: 50 }],
  ])("ends with its %s", (name, limits) => {
    const text = textOf(format, 20, 5);
    expect(parse(format, text).rows).toBe(20);
    expect(parse(format, text, { rows: 20, columns: 5, cells: 100, textLength: text.length })).toEqual(
      parse(format, text),
    );
    const error = thrown(() => parse(format, text, limits));
    expect(error.code).toBe("too-large");
    expect(error.message).toContain(`the limit is ${limits[name]}.`);
    expect(error.message).toContain(`\`limits: { ${name}: `);
  });
});

describe.each(lines)("a line of %s that has no end", (format) => {
  const text = `${textOf(format, 3, 2)}${"a".repeat(5000)}`;
  const limits = { lineLength: 1000 };

  test("is refused with its number, in the whole and in chunks", async () => {
    const error = thrown(() => parse(format, text, limits));
    expect(error.code).toBe("too-large");
    expect(error.message).toContain("the limit is 1000.");
    expect(error.place.line).toBeGreaterThan(3);
    await expect(chunksOf(format, text, { limits })).rejects.toMatchObject({ code: "too-large", place: error.place });
  });
});

describe("a few bytes that announce a table beyond all memory", () => {
  test.each<[string, TableFormat, string, RegExp]>([
    ["a line of commas", "csv", ",".repeat(2 ** 21), /Line 1: more than 1000000 columns/],
    ["lines of one character", "csv", `x\n${"1\n".repeat(4e6 + 1)}`, /Line 4000002: 4000001 rows/],
    ["empty objects", "json", `[${"{},".repeat(4e6 + 1)}{}]`, /more than 4000000 rows/],
    ["arrays in arrays", "json", "[".repeat(1e6), /nested more than 64 deep/],
    ["an object of many keys", "json", `[{${'"":1,'.repeat(1e6)}"a":1}]`, /more than 1000000 columns/],
    ["zeros that are left out", "libsvm", `1 100000:1\n${"1\n".repeat(1000)}`, /Line 400: 400 rows and 100001 columns/],
  ])("%s", (_, format, text, message) => {
    const error = thrown(() => parse(format, text));
    expect(error.message).toMatch(message);
    expect(["too-large", "not-a-cell"]).toContain(error.code);
  });

  test("a Parquet file of one run of nulls", async () => {
    expect(parse("parquet", parquetOfNulls([1000])).rows).toBe(1000);
    const bytes = parquetOfNulls([2 ** 28]);
    expect(bytes.length).toBeLessThan(200);
    expect(thrown(() => parse("parquet", bytes)).code).toBe("too-large");
    await expect(all(parquetGroups(accessTo(bytes), {}))).rejects.toMatchObject({ code: "too-large" });
  });

  test("a Parquet file whose row groups are small and many is counted as a whole", () => {
    expect(parse("parquet", parquetOfNulls([1000, 2000])).rows).toBe(3000);
    const bytes = parquetOfNulls(new Array<number>(50).fill(1e6));
    expect(thrown(() => parse("parquet", bytes))).toMatchObject({
      code: "too-large",
      message: expect.stringContaining("The Parquet file: 50000000 rows; the limit is 4000000.") as string,
    });
    expect(thrown(() => parse("parquet", bytes, { groups: 49 })).message).toContain("50 row groups");
  });

  test("an Arrow stream of one column of nothing", async () => {
    const rows = 77_777;
    const table = flechette.tableFromColumns([
      ["x", flechette.columnFromArray(new Array<null>(rows).fill(null), flechette.nullType())],
    ]);
    const bytes = flechette.tableToIPC(table, { format: "stream" }) ?? new Uint8Array();
    expect(parse("arrow", bytes).rows).toBe(rows);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at + 8 <= bytes.length; at++) {
      if (view.getBigInt64(at, true) === BigInt(rows)) view.setBigInt64(at, 2n ** 28n, true);
    }
    expect(bytes.length).toBeLessThan(500);
    expect(thrown(() => parse("arrow", bytes)).code).toBe("too-large");
    await expect(all(arrowGroups(accessTo(bytes), {}))).rejects.toMatchObject({ code: "too-large" });
  });

  test("an Arrow file whose texts all share the same bytes", () => {
    const rows = 40_000; // every second one is missing, so that the next text may begin at 0 again
    const data = Array.from({ length: rows }, (_, i) => (i % 2 === 0 ? "x" : null));
    const table = flechette.tableFromColumns([["x", flechette.columnFromArray(data, flechette.utf8())]]);
    const bytes = flechette.tableToIPC(table, { format: "stream" }) ?? new Uint8Array();
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const isStart = (at: number): boolean => [0, 1, 1, 2, 2, 3].every((x, k) => view.getInt32(at + 4 * k, true) === x);
    let start = 0;
    while (!isStart(start)) start += 8;
    for (let i = 0; i < rows; i++) view.setInt32(start + 4 * i, i % 2 === 0 ? 0 : rows / 2, true);
    expect(thrown(() => parse("arrow", bytes))).toMatchObject({
      code: "too-large",
      message: expect.stringContaining("bytes per compressed byte") as string,
    });
  });
});

test("a NUL character or invalid UTF-8 behind millions of lines is found without an array of them", () => {
  const text = "\n".repeat(2e6);
  expect(thrown(() => parse("csv", `${text}\0`)).place.line).toBe(2e6 + 1);
  const bytes = new Uint8Array(2e6 + 3).fill(10);
  bytes[1_500_000] = 0xff;
  expect(thrown(() => parse("csv", bytes)).place.line).toBe(1_500_001);
});

test("chunks of a table with many columns have fewer rows instead of more cells", async () => {
  const chunks = await chunksOf("csv", textOf("csv", 20, 5), { limits: { cells: 30 } });
  expect(chunks.map(({ rows }) => rows)).toEqual([6, 6, 6, 2]);
});

test("a table of a million cells is within the budget of every format", () => {
  const [rows, columns] = [20_000, 50];
  for (const format of texts) expect(parse(format, textOf(format, rows, columns)).rows).toBe(rows);
  const values = Float64Array.from({ length: rows }, (_, i) => i);
  const table = tableFromColumns(Object.fromEntries(Array.from({ length: columns }, (_, j) => [`c${j}`, values])));
  for (const format of ["parquet", "arrow"] as const) {
    const writer = formats[format].writer?.();
    const parts = [writer?.add(table), writer?.end()] as Uint8Array[];
    const bytes = new Uint8Array(parts[0].length + parts[1].length);
    bytes.set(parts[0]);
    bytes.set(parts[1], parts[0].length);
    const read = parse(format, bytes);
    expect([read.rows, read.columns.length]).toEqual([rows, columns]);
  }
});

test("limits that cannot be are refused, and others go before the defaults", () => {
  expect(limitsOf({})).toEqual(defaultLimits);
  expect(limitsOf({ limits: { rows: 7 } })).toEqual({ ...defaultLimits, rows: 7 });
  for (const limits of [{ rows: 0 }, { cells: 1.5 }, { textLength: 2 ** 29 }, { lineLength: NaN }, { width: 5 }]) {
    expect(thrown(() => limitsOf({ limits })).code).toBe("invalid-option");
  }
});

/** A Parquet file of one column that is all missing: row groups of so many rows, each a page with one run of nulls. */
function parquetOfNulls(rows: readonly number[]): Uint8Array {
  const writer = new ByteWriter();
  writer.appendUint32(0x31524150); // PAR1
  const groups = rows.map((count) => {
    const offset = BigInt(writer.offset);
    const run = varint(2 * count);
    const size = 4 + run.length + 1;
    // The header of a page in Thrift's compact protocol: kind, both sizes, then values and three encodings.
    writer.appendBytes(Uint8Array.of(0x15, 0, 0x15, ...varint(2 * size), 0x15, ...varint(2 * size), 0x2c));
    writer.appendBytes(Uint8Array.of(0x15, ...varint(2 * count), 0x15, 0, 0x15, 6, 0x15, 6, 0, 0));
    writer.appendUint32(run.length + 1);
    writer.appendBytes(Uint8Array.of(...run, 0));
    return { count: BigInt(count), offset, bytes: BigInt(writer.offset) - offset };
  });
  writeMetadata(writer, {
    version: 2,
    schema: [
      { name: "root", num_children: 1 },
      { name: "x", type: "DOUBLE", repetition_type: "OPTIONAL" },
    ],
    num_rows: groups.reduce((sum, { count }) => sum + count, 0n),
    row_groups: groups.map(({ count, offset, bytes }) => ({
      columns: [
        {
          file_offset: 0n,
          meta_data: {
            type: "DOUBLE",
            encodings: ["PLAIN"],
            path_in_schema: ["x"],
            codec: "UNCOMPRESSED",
            num_values: count,
            total_uncompressed_size: bytes,
            total_compressed_size: bytes,
            data_page_offset: offset,
          },
        },
      ],
      total_byte_size: bytes,
      num_rows: count,
    })),
    metadata_length: 0,
  });
  writer.appendUint32(0x31524150);
  return writer.getBytes().slice();
}

/** A number in groups of seven bits, the lowest first. */
function varint(value: number): number[] {
  return value < 128 ? [value] : [128 + (value % 128), ...varint(Math.floor(value / 128))];
}

function accessTo(bytes: Uint8Array): { length: number; read(from: number, to: number): Promise<Uint8Array> } {
  return { length: bytes.length, read: (from, to) => Promise.resolve(bytes.slice(from, to)) };
}

async function all(tables: AsyncIterable<Table>): Promise<Table[]> {
  const found: Table[] = [];
  for await (const table of tables) found.push(table);
  return found;
}
