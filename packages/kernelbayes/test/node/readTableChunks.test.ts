import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { InputError } from "../../src/errors.ts";
import { readTable } from "../../src/node/readTable.ts";
import { readTableChunks, type ReadTableChunksOptions } from "../../src/node/readTableChunks.ts";
import { formatArrow } from "../../src/table/arrow/formatArrow.ts";
import { concatenateTables } from "../../src/table/concatenateTables.ts";
import { formatCsv } from "../../src/table/text/formatCsv.ts";
import { formatParquet } from "../../src/table/parquet/formatParquet.ts";
import { tableFromColumns, type Table } from "../../src/table/table.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kernelbayes-"));
});
afterAll(async () => rm(folder, { recursive: true }));

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

type Source = Parameters<typeof readTableChunks>[0];

async function chunksOf(source: Source, options?: ReadTableChunksOptions): Promise<Table[]> {
  const chunks: Table[] = [];
  for await (const chunk of readTableChunks(source, options)) chunks.push(chunk);
  return chunks;
}

async function refusal(source: Source, options?: ReadTableChunksOptions): Promise<InputError> {
  const error: unknown = await chunksOf(source, options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InputError);
  return error as InputError;
}

const table = tableFromColumns({
  x: Array.from({ length: 25 }, (_, i) => (i % 6 === 0 ? null : i / 4)),
  label: Array.from({ length: 25 }, (_, i) => (i < 20 ? `0${i % 3}` : "b")),
  day: Array.from({ length: 25 }, (_, i) => (i < 12 ? "" : "2024-02-29")),
});
const ndjson =
  table.columns[0].type === "number"
    ? Array.from(table.columns[0].values, (x, i) => JSON.stringify(i < 9 ? { x } : { x, late: i })).join("\n")
    : "";

describe("the chunks of a file", () => {
  test.each<[string, string | Uint8Array]>([
    ["a.csv", formatCsv(table)],
    ["a.csv.gz", gzipSync(formatCsv(table))],
    ["a.tsv", formatCsv(table).replaceAll(",", "\t")],
    ["a.ndjson", ndjson],
    ["a.parquet", formatParquet(table)],
    ["a.parquet.gz", gzipSync(formatParquet(table))],
    ["a.arrow", formatArrow(table)],
    ["parquet.csv", formatParquet(table)],
    ["arrow", formatArrow(table)],
  ])("of %s are tables of the wanted size, which together are the table of the file", async (name, content) => {
    const path = await file(name, content);
    const whole = await readTable(path);
    for (const rows of [1, 10, 25, 100]) {
      const chunks = await chunksOf(path, { rows });
      expect(chunks.map((chunk) => chunk.rows)).toEqual(
        Array.from({ length: Math.ceil(25 / rows) }, (_, k) => Math.min(rows, 25 - k * rows)),
      );
      expect(concatenateTables(chunks)).toEqual(whole);
    }
    expect(concatenateTables(await chunksOf(pathToFileURL(path)))).toEqual(whole);
  });

  test("are one table without rows if the file has none", async () => {
    const path = await file("none.csv", "a,b\n");
    expect(await chunksOf(path)).toEqual([await readTable(path)]);
    const empty = tableFromColumns({ x: [], y: [] });
    for (const path of [await file("no.parquet", formatParquet(empty)), await file("no.arrow", formatArrow(empty))]) {
      expect(await chunksOf(path)).toEqual([empty]);
    }
  });

  test("have the declared types, without a look at the cells", async () => {
    const path = await file("declared.csv", "a,b\n1,x\n2,y\n");
    const chunks = await chunksOf(path, { rows: 1, types: { a: "text", b: "text" } });
    expect(chunks.map(({ columns }) => columns.map(({ type }) => type))).toEqual([
      ["text", "text"],
      ["text", "text"],
    ]);
    const wrong = await file("wrong.csv", "a\n1\n2\nx\n");
    expect(await refusal(wrong, { rows: 1, types: { a: "number" } })).toMatchObject({
      code: "not-a-number",
      place: { line: 4, row: 3, column: "a" },
    });
  });
});

test("the chunks of a file that takes many pieces to read, with cells across their borders, are together its table", async () => {
  const lines = Array.from(
    { length: 20_000 },
    (_, i) => `${i},"ä ${i}${i % 100 === 0 ? "\r\n" : ""}""",${i === 19_999 ? "x" : i / 8}`,
  );
  const path = await file("pieces.csv", `n,text,late\r\n${lines.join("\r\n")}`);
  const chunks = await chunksOf(path, { rows: 7001 });
  expect(chunks.map(({ rows }) => rows)).toEqual([7001, 7001, 5998]);
  expect(concatenateTables(chunks)).toEqual(await readTable(path));
});

describe("a stream", () => {
  const stream = (text: string | Uint8Array, size = 5): AsyncIterable<Uint8Array> => {
    const bytes = Buffer.from(text);
    return Readable.from(
      Array.from({ length: Math.ceil(bytes.length / size) }, (_, k) => bytes.subarray(k * size, (k + 1) * size)),
    );
  };

  test("is read once, plain or compressed", async () => {
    const text = "a,b\n1,x\n2,y\n3,é\n";
    const whole = tableFromColumns({ a: [1, 2, 3], b: ["x", "y", "é"] });
    expect(concatenateTables(await chunksOf(stream(text), { rows: 2, format: "csv" }))).toEqual(whole);
    expect(concatenateTables(await chunksOf(stream(gzipSync(text)), { rows: 2, format: "csv" }))).toEqual(whole);
  });

  test("has the types of its first chunk; what contradicts them is refused with its row and a way out", async () => {
    const numbers = await refusal(stream("a\n1\n2\n3\nx\n"), { rows: 2, format: "csv" });
    expect(numbers).toMatchObject({ code: "not-a-number", place: { line: 5, row: 4, column: "a" } });
    expect(numbers.message).toContain(`types: { a: "text" }`);
    const dates = await refusal(stream("a\n2024-02-29\nsoon\n"), { rows: 1, format: "csv" });
    expect(dates).toMatchObject({ code: "not-a-date", place: { line: 3, row: 2 } });
    expect(await chunksOf(stream("a\n1\nx\n"), { rows: 1, format: "csv", types: { a: "text" } })).toHaveLength(2);
    expect(await chunksOf(stream("a\nx\n1\n"), { rows: 1, format: "csv" })).toHaveLength(2);
  });

  test("cannot bring a column late", async () => {
    const error = await refusal(stream('{"a":1}\n{"a":1,"b":2}\n'), { rows: 1, format: "ndjson" });
    expect(error).toMatchObject({ code: "new-column", place: { line: 2, row: 2, column: "b" } });
  });

  test("needs a format, and one of text", async () => {
    expect((await refusal(stream("a\n1\n"))).message).toMatch(/Give `format`/);
    expect((await refusal(stream(formatParquet(table)), { format: "csv" })).message).toMatch(
      /"parquet".*Save it to a file/,
    );
    expect((await refusal(stream("[]"), { format: "json" })).code).toBe("not-in-chunks");
    expect((await refusal(stream(""), { format: "csv" })).code).toBe("empty-table");
  });
});

describe("what cannot be read", () => {
  test("is refused with the name of the file and the line of the whole", async () => {
    const lines = Array.from({ length: 50_000 }, (_, i) => `${i},x`);
    lines[40_000] = "only one";
    const path = await file("ragged.csv", `a,b\n${lines.join("\n")}\n`);
    const error = await refusal(path);
    expect(error).toMatchObject({ code: "ragged-row", place: { line: 40_002 } });
    expect(error.message.startsWith(`${path}: Line 40002 has 1 cell`)).toBe(true);
    const open = await refusal(await file("open.csv", `a\n${"1\n".repeat(200_000)}"never closed\n`));
    expect(open).toMatchObject({ code: "unterminated-quote", place: { line: 200_002 } });
    const latin = Buffer.concat([Buffer.from(`a\n${"1\n".repeat(100_000)}`), Buffer.from([0xe9, 10])]);
    expect(await refusal(await file("latin.csv", latin))).toMatchObject({
      code: "wrong-encoding",
      place: { line: 100_002 },
    });
  });

  test("is said in words", async () => {
    expect((await refusal(join(folder, "nowhere.csv"))).message).toMatch(/nowhere\.csv: there is no such file\.$/);
    expect((await refusal(folder, { format: "csv" })).message).toMatch(/this is a directory/);
    expect((await refusal(await file("a.json", "[]"))).message).toMatch(/can only be read as a whole, with readTable/);
    expect((await refusal(await file("cut.csv.gz", gzipSync("a\n1\n").subarray(0, 15)))).code).toBe("damaged-file");
    expect((await refusal(await file("cut.parquet", formatParquet(table).subarray(0, 300)))).code).toBe("damaged-file");
    expect((await refusal(await file("a.data", "a\n1\n"))).code).toBe("unknown-format");
    expect((await refusal("a.csv", { rows: 0 })).code).toBe("invalid-option");
  });
});

test("a table larger than the memory is read in chunks", async () => {
  const line = `1.5,2,3,${"a rather long text ".repeat(10)}\n`;
  const path = await file("large.csv", `x,y,z,text\n${line.repeat(200_000)}`);
  const script = await file(
    "count.mts",
    `import { readTableChunks } from ${JSON.stringify(new URL("../../src/node/readTableChunks.ts", import.meta.url).href)};
    let rows = 0;
    for await (const chunk of readTableChunks(process.argv[2], { rows: 2000 })) rows += chunk.rows;
    console.log(rows);`,
  );
  // The file has 40 MB; its cells would take more.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--max-old-space-size=32", "--import", "tsx", script, path],
    {
      cwd: fileURLToPath(new URL("../../../../", import.meta.url)),
    },
  );
  expect(stdout.trim()).toBe("200000");
});
