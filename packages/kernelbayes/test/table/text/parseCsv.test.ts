import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { asText } from "../../../src/table/column.ts";
import { parseCsv, parseTsv, type CsvOptions, detectDelimiter } from "../../../src/table/text/parseCsv.ts";
import { columnNamed, columnNames, tableFromColumns } from "../../../src/table/table.ts";
import { thrown } from "../../thrown.ts";

describe("parseCsv", () => {
  test("reads numbers, texts, dates and missing cells", () => {
    const table = parseCsv("length,species,day\n5.1,setosa,2024-01-01\n,virginica,\n4,?,2024-01-02\n");
    expect(table.rows).toBe(3);
    expect(table.columns).toEqual([
      { name: "length", type: "number", values: Float64Array.of(5.1, NaN, 4) },
      { name: "species", type: "text", codes: Int32Array.of(0, 1, -1), levels: ["setosa", "virginica"] },
      { name: "day", type: "date", codes: Int32Array.of(0, -1, 1), levels: ["2024-01-01", "2024-01-02"] },
    ]);
  });

  test("lines before the table are skipped, whatever they hold, and lines of messages are those of the file", () => {
    for (const end of ["\n", "\r\n", "\r"]) {
      const text = ['Title; "of, the', "made, 2024, by; hand", "a,b", "1,x", "2,y", ""].join(end);
      expect(parseCsv(text, { skip: 2 })).toEqual(parseCsv("a,b\n1,x\n2,y\n"));
      expect(parseCsv(text, { skip: 3, header: ["n", "t"] }).columns.map(asText)).toEqual([
        ["1", "2"],
        ["x", "y"],
      ]);
      expect(thrown(() => parseCsv(text.replace("2,y", "2"), { skip: 2 })).message).toContain("Line 5");
    }
    expect(thrown(() => parseCsv("a\n1\n", { skip: 3 })).code).toBe("empty-table");
    for (const skip of [-1, 0.5, NaN]) expect(thrown(() => parseCsv("a\n1\n", { skip })).code).toBe("invalid-option");
  });

  test("keeps labels as they were written", () => {
    const table = parseCsv("a,b,c\n01,yes,1.0\n1,no,1\n");
    expect(table.columns.map(asText)).toEqual([
      ["01", "1"],
      ["yes", "no"],
      ["1.0", "1"],
    ]);
  });

  test.each([
    ["semicolons", "a;b\n1;2\n"],
    ["tabs", "a\tb\n1\t2\n"],
    ["bars", "a|b\n1|2\n"],
    ["CRLF", "a,b\r\n1,2\r\n"],
    ["CR", "a,b\r1,2"],
    ["a byte order mark", "\uFEFFa,b\n1,2\n"],
    ["blank lines", "\n\na,b\n\n1,2\n\n"],
    ["blanks", " a , b \n 1 , 2 \n"],
    ["quotation marks", '"a","b"\n"1","2"\n'],
    ["bytes", new TextEncoder().encode("a,b\n1,2\n")],
  ])("reads a table with %s", (_, text) => {
    expect(parseCsv(text)).toEqual(tableFromColumns({ a: [1], b: [2] }));
  });

  test("takes names from the options, or numbers the columns", () => {
    expect(columnNames(parseCsv("1,2\n3,4\n", { header: false }))).toEqual(["column1", "column2"]);
    expect(parseCsv("1,2\n3,4\n", { header: ["a", "b"] })).toEqual(tableFromColumns({ a: [1, 3], b: [2, 4] }));
    expect(columnNames(parseCsv(",b\n1,2\n"))).toEqual(["column1", "b"]);
  });

  test("reads a header without rows as a table of no rows", () => {
    const table = parseCsv("a,b\n");
    expect(table).toMatchObject({ rows: 0 });
    expect(columnNames(table)).toEqual(["a", "b"]);
    expect(parseCsv("", { header: ["a"] })).toMatchObject({ rows: 0 });
  });

  test("reads tab-separated text with commas in it", () => {
    expect(parseTsv("a\tb\n1,5\t2\n", { decimal: "," })).toMatchObject({
      columns: [{ values: Float64Array.of(1.5) }, { values: Float64Array.of(2) }],
    });
  });

  test("treats a cell of plain digits the same within quotation marks and without", () => {
    const table = parseCsv('zip,x\n"01234",1\n02345,2\n', { types: { zip: "text" } });
    expect(columnNamed(table, "zip")).toMatchObject({ type: "text", levels: ["01234", "02345"] });
  });

  test("holds more cells than the first guess", () => {
    const n = 2000;
    const text = `i,square\n${Array.from({ length: n }, (_, i) => `${i},${i * i}\n`).join("")}`;
    const squares = asText(columnNamed(parseCsv(text), "square"));
    expect(squares.every((square, i) => square === String(i * i))).toBe(true);
  });

  test.each<[string, string, CsvOptions, Partial<InputError>]>([
    ["an empty text", "", {}, { code: "empty-table" }],
    ["a text of blank lines", "\n \n", {}, { code: "empty-table" }],
    ["a short row", "a,b\n1,2\n\n3\n", {}, { code: "ragged-row", place: { line: 4 } }],
    ["a long row", 'a,b\n"1\n",2\n3,4,5\n', {}, { code: "ragged-row", place: { line: 4 } }],
    ["a row that does not fit given names", "1,2\n", { header: ["a"] }, { code: "ragged-row", place: { line: 1 } }],
    ["an open quotation mark", 'a,b\n1,"2\n', {}, { code: "unterminated-quote", place: { line: 2, character: 3 } }],
    ["a repeated name", "a,b,a\n1,2,3\n", {}, { code: "duplicate-column", place: { column: "a" } }],
    ["repeated given names", "1,2\n", { header: ["a", "a"] }, { code: "duplicate-column", place: { column: "a" } }],
    ["a NUL character", "a,b\n1,\0\n", {}, { code: "binary-input", place: { line: 2 } }],
    ["a delimiter of two characters", "a", { delimiter: "::" }, { code: "invalid-option" }],
    ["a quotation mark as delimiter", "a", { delimiter: '"' }, { code: "invalid-option" }],
    ["a type for no column", "a\n1\n", { types: { b: "text" } }, { code: "unknown-column", place: { column: "b" } }],
    [
      "a text among declared numbers",
      'a,b\n"\n",1\nx,2\n',
      { types: { a: "number" } },
      { code: "not-a-number", place: { line: 4, row: 2, column: "a" } },
    ],
  ])("refuses %s", (_, text, options, expected) => {
    expect(thrown(() => parseCsv(text, options))).toMatchObject(expected);
  });

  test("says how to read a file without header when its first line repeats a value", () => {
    expect(thrown(() => parseCsv("1,1\n2,3\n")).message).toContain("header: false");
  });

  test("explains a ragged row", () => {
    expect(thrown(() => parseCsv("a,b\n1\n")).message).toBe(
      'Line 2 has 1 cell, but the table has 2 columns (delimiter ","). Is a cell missing, or another delimiter in use?',
    );
  });

  test("a hospital's export with a title above the table was called ragged at its first number: the line where the table begins is named", () => {
    const rows = "Nr;CRP;Befund\n1;3,5;krank\n2;1,2;gesund\n3;0,8;gesund\n";
    for (const before of ["Export Klinik 12.03.2024\n\n", "Export, 12.03.2024\nStation A, B\n"]) {
      const text = before + rows;
      const skip = before.split("\n").length - 1;
      expect(thrown(() => parseCsv(text)).message).toContain(
        `The lines from ${skip + 1} on have 3 cells each (delimiter ";"): if the table begins there, give \`skip: ${skip}\`.`,
      );
      expect(parseCsv(text, { skip }).columns.map(({ name }) => name)).toEqual(["Nr", "CRP", "Befund"]);
    }
  });

  test("one row with a cell too few is no title", () => {
    for (const text of ["a,b\n1,2\n3\n", "a,b\n1,2\n3\n4,5\n", "a\n1,2\n"])
      expect(thrown(() => parseCsv(text)).message).not.toContain("skip");
  });
});

describe("whatever the text", () => {
  const options = fc.record<CsvOptions>(
    {
      delimiter: fc.constantFrom(",", ";", "\t", "|", " ", "x"),
      header: fc.oneof(fc.boolean(), fc.array(fc.string({ maxLength: 2 }), { maxLength: 3 })),
      decimal: fc.constantFrom(".", ","),
    },
    { requiredKeys: [] },
  );

  function parses(input: string | Uint8Array, options: CsvOptions): boolean {
    try {
      const { rows, columns } = parseCsv(input, options);
      if (columns.some((column) => asText(column).length !== rows)) throw new Error("A column has a wrong length.");
      return true;
    } catch (error) {
      if (error instanceof InputError && !/undefined|NaN |\[object/.test(error.message)) return false;
      throw error;
    }
  }

  test("made of troublesome characters, it is a table or an InputError", () => {
    const text = fc.string({ unit: fc.constantFrom(...'a1.-e",;|\t\r\n \uFEFF\uD800?'), maxLength: 40 });
    let read = 0;
    fc.assert(
      fc.property(text, options, (text, options) => {
        if (parses(text, options)) read++;
      }),
      { numRuns: 3000, seed: 5 },
    );
    expect(read).toBeGreaterThan(300);
  });

  test("made of any bytes, it is a table or an InputError", () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.string({ unit: "binary", maxLength: 30 }).map((text) => new TextEncoder().encode(text)),
    );
    fc.assert(
      fc.property(bytes, options, (bytes, options) => void parses(bytes, options)),
      { numRuns: 1000, seed: 6 },
    );
  });

  test.each([
    ["a long open quotation", `a,b\n"${'""'.repeat(500_000)}`],
    ["many quotation marks", '"'.repeat(1_000_000)],
    ["one long cell", "x".repeat(2_000_000)],
    ["many columns", `${"a,".repeat(100_000)}\n`],
    ["many short lines", "a\n".repeat(500_000)],
    ["many quoted cells with line ends", '"a\n",b\n'.repeat(200_000)],
  ])("%s takes time in proportion to its length", (_, text) => {
    // Quadratic work on texts of this length would exceed the time limit of a test.
    parses(text, {});
  });
});

test.each([
  [",", "a,b\n1,2\n"],
  [";", "a;b\n1,5;2,5\n"],
  ["\t", "a\tb\n1, or so\t2\n"],
  ["|", "a|b\n1;2|3\n"],
  [",", 'a,b\n"1;2;3","x|y|z"\n'],
  [";", 'a;"b,c,d";e\n1;2;3\n'],
  [",", "one column\n1\n2\n"],
  [",", ""],
  [",", "a,b,c;d\n1\n"], // uneven for all: the most cells in the first record
  [";", 'a;b\n1;2\n"x"y;3\n4,5'], // even a malformed file has its delimiter
])("finds %j in %j", (delimiter, text) => {
  expect(detectDelimiter(text)).toBe(delimiter);
});

test("looks at the beginning of a long text only, cut where it may be", () => {
  const rows = Array.from({ length: 20 }, (_, i) => `${i};"${"long, ".repeat(1500)}"`);
  expect(detectDelimiter(["a;b", ...rows].join("\n"))).toBe(";");
});
