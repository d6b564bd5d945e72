import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { InputError } from "../../src/errors.ts";
import { readTable, type ReadTableOptions } from "../../src/node/readTable.ts";
import { tableFromColumns } from "../../src/table/table.ts";
import { writeFileSync } from "node:fs";
import { workbookBytes } from "../table/excel/workbookBytes.ts";
import { readTableChunks } from "../../src/node/readTableChunks.ts";

let folder = "";
const expected = tableFromColumns({ a: [1, 2], b: ["x", "y"] });
const csv = "a,b\n1,x\n2,y\n";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kernelbayes-"));
});
afterAll(async () => rm(folder, { recursive: true }));

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function refusal(path: string | URL, options?: ReadTableOptions): Promise<InputError> {
  const error: unknown = await readTable(path, options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InputError);
  return error as InputError;
}

describe("readTable", () => {
  test.each([
    ["table.csv", csv],
    ["table.txt", "a;b\n1;x\n2;y\n"],
    ["table.tsv", "a\tb\n1\tx\n2\ty\n"],
    ["table.json", '[{"a":1,"b":"x"},{"a":2,"b":"y"}]'],
    ["table.ndjson", '{"a":1,"b":"x"}\n{"a":2,"b":"y"}\n'],
    ["table.jsonl", '{"a":1,"b":"x"}\n{"a":2,"b":"y"}\n'],
  ])("reads %s, plain and compressed", async (name, content) => {
    expect(await readTable(await file(name, content))).toEqual(expected);
    expect(await readTable(await file(`${name}.gz`, gzipSync(content)))).toEqual(expected);
  });

  test("reads Excel files, plain and compressed, by name or by content, and not in chunks", async () => {
    const bytes = workbookBytes([
      { name: "notes", rows: [["nothing"]] },
      {
        name: "data",
        rows: [
          ["a", "b"],
          [1, "x"],
          [2, "y"],
        ],
      },
    ]);
    for (const name of ["book.xlsx", "book.xlsm", "book.csv"]) {
      expect(await readTable(await file(name, bytes), { sheet: "data" })).toEqual(expected);
      expect(await readTable(await file(`${name}.gz`, gzipSync(bytes)), { sheet: 2 })).toEqual(expected);
    }
    const path = join(folder, "book.xlsx");
    const error = await refusal(path, { sheet: "date" });
    expect(error).toMatchObject({ code: "unknown-sheet", place: { source: path } });
    expect(error.message).toContain('sheet: "data"');
    await expect(readTableChunks(path).next()).rejects.toMatchObject({ code: "not-in-chunks" });
    expect((await refusal(await file("old.xls", Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0)))).message).toContain(
      "save it as .xlsx",
    );
  });

  test("recognises gzip by its content and takes file addresses", async () => {
    expect(await readTable(pathToFileURL(await file("hidden.csv", gzipSync(csv))))).toEqual(expected);
  });

  test("takes a format for names that tell none", async () => {
    expect(await readTable(await file("table.data", csv), { format: "csv" })).toEqual(expected);
    expect((await refusal(join(folder, "table.data"))).code).toBe("unknown-format");
  });

  test("names the file in errors of its content", async () => {
    const path = await file("ragged.csv", "a,b\n1\n");
    const error = await refusal(path);
    expect(error).toMatchObject({ code: "ragged-row", place: { line: 2 } });
    expect(error.message.startsWith(`${path}: Line 2 has 1 cell`)).toBe(true);
  });

  test("says what is wrong with a file that cannot be read", async () => {
    expect((await refusal(join(folder, "nowhere.csv"))).message).toMatch(/nowhere\.csv: there is no such file\.$/);
    expect((await refusal(folder, { format: "csv" })).message).toMatch(/this is a directory/);
    expect((await refusal(join(await file("plain.csv", csv), "x.csv"))).message).toMatch(/not a directory/);
    expect((await refusal("a\0b.csv")).message).toMatch(/cannot be the name of a file/);
    expect((await refusal(new URL("https://example.org/a.csv"))).message).toMatch(/only file: addresses/);
    expect((await refusal(`${"x".repeat(5000)}.csv`)).message).toMatch(/too long/);
  });

  test.skipIf(process.getuid === undefined || process.getuid() === 0)("says that permission is denied", async () => {
    const path = await file("secret.csv", csv);
    await chmod(path, 0);
    expect((await refusal(path)).message).toMatch(/permission to read the file is denied/);
  });

  test("says that a compressed file is damaged or cut short", async () => {
    const whole = gzipSync(csv);
    expect((await refusal(await file("cut.csv.gz", whole.subarray(0, 12)))).code).toBe("damaged-file");
    expect(
      (
        await refusal(
          await file(
            "damaged.csv.gz",
            whole.map((byte, i) => (i > 10 ? byte ^ 255 : byte)),
          ),
        )
      ).code,
    ).toBe("damaged-file");
  });
});

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
