import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { concatenateTables } from "../../src/table/concatenateTables.ts";
import { asText } from "../../src/table/column.ts";
import { tableChunks } from "../../src/node/tableChunks.ts";
import { writeTable } from "../../src/node/writeTable.ts";
import { tableFromColumns, type Table } from "../../src/table/table.ts";
import { InputError } from "../../src/errors.ts";

const folder = mkdtempSync(join(tmpdir(), "tableChunks-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function all(chunks: ReturnType<typeof tableChunks>): Promise<Table[]> {
  const found: Table[] = [];
  for await (const table of chunks.read()) found.push(table);
  return found;
}

async function refusal(chunks: ReturnType<typeof tableChunks>): Promise<InputError> {
  const error: unknown = await all(chunks).catch((reason: unknown) => reason);
  if (error instanceof InputError) return error;
  throw new Error("It was not refused.");
}

test("the files of a folder are read in the order of their names, as often as asked, others not", async () => {
  const parts = join(folder, "parts");
  mkdirSync(parts);
  writeFileSync(join(parts, "b.csv"), "x,y\n3,no\n");
  writeFileSync(join(parts, "a.csv"), "x,y\n1,yes\n2,no\n");
  writeFileSync(join(parts, "notes.md"), "about the files");
  writeFileSync(join(parts, "_SUCCESS.csv"), "");
  const chunks = tableChunks(parts);
  const [first, second] = [await all(chunks), await all(chunks)];
  expect(second).toEqual(first);
  const { columns } = concatenateTables(first);
  expect(columns[0]).toMatchObject({ type: "number", values: Float64Array.of(1, 2, 3) });
  expect(asText(columns[1])).toEqual(["yes", "no", "no"]);
});

test("a file of other columns is named", async () => {
  const parts = join(folder, "others");
  mkdirSync(parts);
  writeFileSync(join(parts, "a.csv"), "x,y\n1,yes\n");
  writeFileSync(join(parts, "b.csv"), "z,y\n1,yes\n");
  expect((await refusal(tableChunks(parts))).message).toMatch(/b\.csv.*column "z"/);
});

test("a folder without tables is refused", async () => {
  const empty = join(folder, "empty");
  mkdirSync(empty);
  expect((await refusal(tableChunks(empty))).code).toBe("unreadable-file");
});

test("chunks have a million cells, and the same rows each time", async () => {
  const path = join(folder, "long.parquet");
  const columns = Object.fromEntries(
    Array.from({ length: 20 }, (_, j) => [`x${j}`, Float64Array.from({ length: 55_000 }, (_, i) => i + j)]),
  );
  await writeTable(path, tableFromColumns(columns));
  const chunks = tableChunks(path);
  expect((await all(chunks)).map(({ rows }) => rows)).toEqual([50_000, 5000]);
  expect((await all(chunks)).map(({ rows }) => rows)).toEqual([50_000, 5000]);
});
