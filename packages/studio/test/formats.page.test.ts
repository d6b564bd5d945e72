import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { parseCsv } from "kernelbayes";
import { ripley } from "kernelbayes/data";
import { formatCsv } from "kernelbayes/table";
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drop, executable, openStudio, startBrowser } from "./openStudio.ts";
import { workbookOf } from "./workbookOf.ts";

// Files of every kind, dropped on the built page in a real browser. What readers make of them is tested in the library.

const foreign = (name: string): Uint8Array =>
  readFileSync(fileURLToPath(new URL(`../../kernelbayes/test/fixtures/table/foreign/${name}`, import.meta.url)));

const csv = formatCsv(ripley({ rows: 40 }));
const { columns } = parseCsv(csv);
const cells = Array.from({ length: 40 }, (_, row) =>
  columns.map((column) => (column.type === "number" ? column.values[row] : column.levels[column.codes[row]])),
);
const names = columns.map(({ name }) => name);
const records = cells.map((row) => Object.fromEntries(row.map((cell, at) => [names[at], cell])));
const tabbed = csv.replaceAll(",", "\t");

const points = ["x1", "x2", "class"];
const files: readonly (readonly [string, string | Uint8Array, number, readonly string[]])[] = [
  ["points.csv", csv, 40, points],
  ["points.txt", csv.replaceAll(",", ";"), 40, points],
  ["points.tsv", tabbed, 40, points],
  ["points.csv.gz", gzipSync(csv), 40, points],
  ["points.json", JSON.stringify(records), 40, points],
  ["points.jsonl", records.map((record) => JSON.stringify(record)).join("\n"), 40, points],
  ["points.xlsx", workbookOf([names, ...cells]), 40, points],
  ["utf16.csv", new Uint8Array(Buffer.from(`\uFEFF${csv}`, "utf16le")), 40, points],
  ["rows.parquet", foreign("duckdb-snappy.parquet"), 50, ["small", "number", "text"]],
  ["rows-zstd.parquet", foreign("duckdb-zstd.parquet"), 50, ["small", "number", "text"]],
  ["rows.arrow", foreign("arrow-js.arrow"), 50, ["small", "number", "text"]],
];

describe.skipIf(!executable)("in a page", () => {
  let browser: Browser;
  beforeAll(async () => (browser = await startBrowser()), 60_000);
  afterAll(() => browser?.close());

  test("files of every kind open, and so do pasted cells and each example", async () => {
    const { page, complaints } = await openStudio(browser);
    const shows = async (title: string, rows: number, expected: readonly string[]): Promise<void> => {
      await page.getByRole("heading", { name: title, exact: true }).waitFor();
      expect(await page.getByRole("grid").getAttribute("aria-rowcount"), title).toBe(String(rows + 1));
      for (const name of expected) await page.getByRole("columnheader", { name: new RegExp(`^${name}:`) }).waitFor();
    };
    for (const [name, content, rows, expected] of files) {
      await drop(page, name, content);
      await shows(name, rows, expected);
    }
    const close = (): Promise<void> => page.getByRole("button", { name: "Open another file" }).click();
    await close();
    await page.getByRole("button", { name: "Paste a table" }).click();
    await page.getByLabel("Cells, as a spreadsheet copies them, or CSV").fill(tabbed);
    await page.getByRole("button", { name: "Open what was pasted" }).click();
    await shows("pasted.csv", 40, points);
    for (const [button, file, rows] of [
      ["Iris", "iris.csv", 150],
      ["Ripley", "ripley.csv", 250],
      ["Two spirals", "spirals.csv", 194],
      ["A table as it comes", "dirty.csv", 150],
    ] as const) {
      await close();
      await page.getByRole("button", { name: new RegExp(`^${button}`) }).click();
      await shows(file, rows, []);
    }
    expect(complaints).toEqual([]);
  }, 300_000);
});
