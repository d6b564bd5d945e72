import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readTable } from "../../src/node/readTable.ts";
import { readTableChunks } from "../../src/node/readTableChunks.ts";
import { writeTable } from "../../src/node/writeTable.ts";
import { tableFromColumns, type Table } from "../../src/table/table.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kernelbayes-"));
});
afterAll(async () => rm(folder, { recursive: true }));

const table = tableFromColumns({
  x: Array.from({ length: 25 }, (_, i) => (i % 6 === 0 ? null : i / 4)),
  label: Array.from({ length: 25 }, (_, i) => "abc"[i % 3]),
});

describe("writeTable", () => {
  test.each(["t.csv", "t.csv.gz", "t.tsv", "t.parquet", "t.arrow", "t.arrows", "t.parquet.gz"])(
    "writes %s, whole and in chunks, so that it is read as it was",
    async (name) => {
      const path = join(folder, name);
      await writeTable(path, table);
      expect(await readTable(path)).toEqual(table);
      await writeTable(pathToFileURL(join(folder, `chunks.${name}`)), readTableChunks(path, { rows: 4 }));
      expect(await readTable(join(folder, `chunks.${name}`))).toEqual(table);
    },
  );

  test("writes what a writer of one's own makes, whatever the name, and compresses it if the name says so", async () => {
    const writer = () => ({ add: ({ rows }: Table) => `${rows} rows\n`, end: () => "end\n" });
    const path = join(folder, "counts.txt.gz");
    await writeTable(path, [table, table], { writer });
    expect(gunzipSync(await readFile(path)).toString()).toBe("25 rows\n25 rows\nend\n");
  });

  test("leaves what was there if the chunks fail, and nothing else", async () => {
    const path = join(folder, "kept.parquet");
    await writeFile(path, "as it was");
    async function* failing(): AsyncGenerator<Table> {
      yield table;
      throw new RangeError("The chunks end here.");
    }
    await expect(writeTable(path, failing())).rejects.toThrow("The chunks end here.");
    expect(await readFile(path, "utf8")).toBe("as it was");
    expect((await readdir(folder)).filter((name) => name.includes("partial"))).toEqual([]);
  });

  test("refuses formats and places that cannot be written", async () => {
    await expect(writeTable(join(folder, "t.json"), table)).rejects.toMatchObject({ code: "unknown-format" });
    await expect(writeTable(join(folder, "t.unknown"), table)).rejects.toMatchObject({ code: "unknown-format" });
    await expect(writeTable(join(folder, "none", "t.csv"), table)).rejects.toMatchObject({ code: "unwritable-file" });
    await expect(writeTable(join(folder, "t.csv"), [table, tableFromColumns({ z: [1] })])).rejects.toMatchObject({
      code: "different-columns",
    });
  });
});
