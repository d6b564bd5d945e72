import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { csvRows } from "../../../src/table/text/parseCsv.ts";
import type { TableOptions } from "../../../src/table/format.ts";
import { formats } from "../../../src/table/formats.ts";
import type { Table } from "../../../src/table/table.ts";
import { pieceLengths, tableInChunks } from "../textInPieces.ts";

/** Cells that try the reader: quotation marks, line ends, forms of numbers and dates. */
const cell = fc.oneof(
  fc.constantFrom("", "NA", "1", "01", "-0", "1e3", "3.14159265358979312", "2024-02-29", "true", "x", "é", "𝔁"),
  fc.constantFrom('"a\nb"', '"say ""so"""', '" , "', '5" disk'),
  fc.integer().map(String),
);
const csv = fc
  .tuple(fc.array(fc.tuple(cell, cell), { maxLength: 20 }), fc.constantFrom("\n", "\r\n", "\r"))
  .map(([rows, end]) => ["a,b", ...rows.map((row) => row.join(","))].join(end) + end);

/** Text that is hardly ever a table. */
const nonsense = fc.string({ unit: fc.constantFrom(...'a1,;"\r\n \t\0\uFEFFé'), maxLength: 40 });

const ndjson = fc
  .array(
    fc.record(
      {
        a: fc.oneof(fc.constantFrom(-0, 1.5, null), fc.integer()),
        b: fc.constantFrom(-0, 1, "01", "x", true, null),
        c: fc.constantFrom("2024-02-29", 2),
      },
      { requiredKeys: [] },
    ),
    { maxLength: 20 },
  )
  .map((rows) => rows.map((row) => JSON.stringify(row)).join("\n"));

const options = fc.constantFrom<TableOptions>(
  {},
  {},
  { missing: ["1"] },
  { types: { a: "text" } },
  { header: false },
  { skip: 1 },
  { skip: 3, header: false },
  { delimiter: ";" },
);
const size = fc.integer({ min: 1, max: 12 });

/** What a reading comes to. Anything but a table or an `InputError` fails the test; of several faults either may be found first. */
async function outcome(read: () => Table | Promise<Table>): Promise<Table | "refused"> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof InputError) return "refused";
    throw error;
  }
}

describe.each([
  ["csv", csv],
  ["csv", nonsense],
  ["ndjson", ndjson],
  ["ndjson", nonsense],
] as const)("whatever the text, %s %#", (format, text) => {
  test("its chunks are together what is read of the whole, and are refused when it is", async () => {
    const { parse, rows } = formats[format];
    if (rows === undefined) throw new Error("The format is not one of lines.");
    await fc.assert(
      fc.asyncProperty(text, pieceLengths, size, options, async (text, lengths, size, options) => {
        const bytes = new TextEncoder().encode(text);
        const whole = await outcome(() => parse(bytes, options));
        const chunks = await outcome(async () => (await tableInChunks(rows, text, lengths, size, true, options)).table);
        expect(chunks).toEqual(whole);
      }),
      { numRuns: 1000, seed: 7 },
    );
  });
});

test("long numbers are remembered as they were written over the chunks as in the whole", async () => {
  const numbers = Array.from({ length: 10_100 }, (_, i) =>
    i === 10_050 ? "1.00000000000000000" : `0.${"1234567890123456".slice(i % 10)}12345678`,
  );
  const text = `x\n${numbers.join("\n")}\n`;
  const { table } = await tableInChunks(csvRows, text, [4096], 999, true);
  expect(table).toEqual(formats.csv.parse(text, {}));
});

test("a function may declare the types of columns that the text does not have, and then the text is read once", async () => {
  const types = (name: string): "number" | "text" => (name === "zip" ? "text" : "number");
  const text = "x,zip\n1,01\n2,02\n";
  const { table } = await tableInChunks(csvRows, text, [5], 1, false, { types });
  expect(table.columns.map(({ type }) => type)).toEqual(["number", "text"]);
  expect(table).toEqual(formats.csv.parse(text, { types }));
});

test("a cell of a later chunk that contradicts a declared type is told so, and not that the rows before decided", async () => {
  const types = { x: "number" } as const;
  const reading = tableInChunks(csvRows, "x\n1\ntwo\n", [5], 1, false, { types });
  await expect(reading).rejects.toThrow(
    /^Line 3, column "x": "two" is not a number\. The column was declared to be one/,
  );
});
