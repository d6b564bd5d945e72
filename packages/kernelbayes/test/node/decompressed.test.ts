import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { readTable, type ReadTableOptions } from "../../src/node/readTable.ts";
import { readTableChunks } from "../../src/node/readTableChunks.ts";

const folder = mkdtempSync(join(tmpdir(), "kernelbayes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A compressed file of one text many times over. */
function bomb(name: string, text: string, bytes: number): string {
  const path = join(folder, name);
  writeFileSync(path, gzipSync(text.repeat(Math.ceil(bytes / text.length)), { level: 1 }));
  return path;
}

async function rowsInChunks(path: string, options: ReadTableOptions = {}): Promise<number> {
  let rows = 0;
  for await (const chunk of readTableChunks(path, options)) rows += chunk.rows;
  return rows;
}

test("a compressed file that becomes hundreds of times as long is refused, at once and in chunks, before it is read", async () => {
  const path = bomb("header.csv.gz", "a", 2 ** 26 + 2 ** 23);
  // With all its lines too long, only the expansion can be what is refused.
  const limits = { lineLength: 2 ** 28, expansion: 20 };
  await expect(readTable(path, { limits })).rejects.toMatchObject({
    code: "too-large",
    message: expect.stringContaining("bytes per compressed byte; the limit is 20") as string,
  });
  await expect(rowsInChunks(path, { limits })).rejects.toMatchObject({
    code: "too-large",
    message: expect.stringContaining("bytes per compressed byte; the limit is 20") as string,
  });
});

test("a compressed file that is too long for one text is refused at once, and read in chunks", async () => {
  const path = bomb("rows.csv.gz", "1\n", 40_000);
  const limits = { textLength: 30_000 };
  await expect(readTable(path, { limits })).rejects.toMatchObject({
    code: "too-large",
    message: expect.stringContaining("rows.csv.gz: decompressed more than 30000") as string,
  });
  expect(await rowsInChunks(path, { limits })).toBe(19_999);
});

test("a small file may have any compression", async () => {
  const path = bomb("small.csv.gz", "1\n", 2 ** 20);
  expect((await readTable(path, { limits: { expansion: 1 } })).rows).toBe(2 ** 19 - 1);
});

test("an endless line of a compressed file is refused in chunks, whatever its format", async () => {
  for (const ending of ["csv", "tsv", "ndjson", "arff", "libsvm"]) {
    const path = bomb(`endless.${ending}.gz`, "a", 2 ** 20);
    await expect(rowsInChunks(path, { limits: { lineLength: 2 ** 17 } })).rejects.toMatchObject({
      code: "too-large",
      place: { line: 1 },
    });
  }
});
