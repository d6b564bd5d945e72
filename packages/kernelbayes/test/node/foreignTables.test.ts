import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { readTable } from "../../src/node/readTable.ts";
import { readTableChunks } from "../../src/node/readTableChunks.ts";
import type { Column } from "../../src/table/column.ts";
import { concatenateTables } from "../../src/table/concatenateTables.ts";

const folder = new URL("../fixtures/table/foreign/", import.meta.url);
const files = readdirSync(folder).filter((name) => !name.endsWith(".mjs"));

function cellsOf(column: Column): unknown[] {
  return column.type === "number" ? Array.from(column.values) : Array.from(column.codes, (code) => column.levels[code]);
}

/** What make.mjs wrote, by the names of the columns. */
const expected: Readonly<Record<string, (i: number) => unknown>> = {
  small: (i) => i,
  large: (i) => i * 1000000007,
  number: (i) => (i % 7 === 0 ? Number.NaN : i / 3),
  single: (i) => i * 0.5,
  text: (i) => (i % 5 === 0 ? undefined : `naïve ${i % 4}`),
  coded: (i) => (i % 5 === 0 ? undefined : `naïve ${i % 4}`),
  flag: (i) => String(i % 2 === 0),
  day: (i) => new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10),
  moment: (i) => `2024-01-01T12:00:${String(i).padStart(2, "0")}`,
  price: (i) => Math.round(125 * i) / 100,
  tiny: (i) => i % 3,
};

test("files of two other programs are there, in every codec", () => expect(files.length).toBe(9));

test.each(files)("%s, which another program wrote, is read as it was meant", async (name) => {
  const table = await readTable(new URL(name, folder));
  expect(table.rows).toBe(50);
  for (const column of table.columns) {
    const wanted = Array.from({ length: 50 }, (_, i) => expected[column.name](i));
    const cells = cellsOf(column);
    if (column.name === "moment") cells.forEach((cell, i) => expect(cell).toContain(wanted[i]));
    else expect(cells, column.name).toEqual(wanted);
  }
  const chunks = [];
  for await (const chunk of readTableChunks(new URL(name, folder), { rows: 7 })) chunks.push(chunk);
  expect(concatenateTables(chunks)).toEqual(table);
});
