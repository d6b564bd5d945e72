import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { parseExcel } from "../../../src/entries/excel.ts";
import { InputError } from "../../../src/errors.ts";
import { asText, parseCsv, parseTable, type Table } from "../../../src/table/index.ts";
import { workbookBytes, workbookParts, type Written } from "./workbookBytes.ts";

const one = (rows: readonly (readonly Written[])[], merged: readonly string[] = []): Uint8Array =>
  workbookBytes([{ name: "data", rows, merged }]);

const cells = (table: Table): Record<string, (string | undefined)[]> =>
  Object.fromEntries(table.columns.map((column) => [column.name, asText(column)]));

async function refusal(reading: Promise<Table>): Promise<InputError> {
  const error: unknown = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InputError);
  return error as InputError;
}

describe("what a sheet holds", () => {
  test("a sheet is the table that the same cells make as CSV, whether texts are shared or inline", async () => {
    const rows = [
      ["length", "species", "note"],
      [5.1, "setosa", "a & b <c>"],
      [4.9, "virginica", null],
      [-1e-7, "setosa", "ü"],
    ];
    const expected = parseCsv("length,species,note\n5.1,setosa,a & b <c>\n4.9,virginica,\n-1e-7,setosa,ü\n");
    for (const isShared of [true, false]) {
      expect(cells(await parseExcel(workbookBytes([{ name: "data", rows }], { isShared })))).toEqual(cells(expected));
    }
  });

  test("dates are ISO 8601 texts, with times where there are some, whether days are counted from 1900 or 1904", async () => {
    const rows = [
      ["day", "moment"],
      [new Date("2024-02-29"), new Date("2024-02-29T14:20:00Z")],
      [new Date("1999-12-31"), new Date("2024-03-01T00:00:00Z")],
    ];
    for (const isFrom1904 of [false, true]) {
      const table = await parseExcel(workbookBytes([{ name: "data", rows }], { isFrom1904 }));
      expect(table.columns.map(({ type }) => type)).toEqual(["date", "date"]);
      expect(cells(table)).toEqual({
        day: ["2024-02-29", "1999-12-31"],
        moment: ["2024-02-29T14:20:00", "2024-03-01"],
      });
    }
  });

  test("every second of a day survives the fractions of days that Excel counts in", async () => {
    const times = Array.from({ length: 200 }, (_, k) => new Date(Date.UTC(2023, 5, 7, 0, 0, 433 * k + 1)));
    const [column] = (await parseExcel(one([["t"], ...times.map((time) => [time])]))).columns;
    expect(asText(column)).toEqual(times.map((time) => time.toISOString().slice(0, 19)));
  });

  test("a time without a day is a time of the day", async () => {
    const table = await parseExcel(one([["t"], [{ xml: '<c s="1"><v>0.604166666666667</v></c>' }], ["x"]]));
    expect(cells(table)).toEqual({ t: ["14:30:00", "x"] });
  });

  test("cells that do not name their places follow each other, with gaps where one does; such files were called damaged", async () => {
    const text = (value: string): string => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
    const number = (value: number): string => `<c><v>${value}</v></c>`;
    const xml = `<row>${text("a")}${text("b")}${text("c")}</row><row>${number(1)}<c r="C2"><v>3</v></c></row><row><c/>${number(5)}${number(6)}</row>`;
    const sheets = [{ name: "data", rows: [["a"]] }];
    const [path, written] = Object.entries(workbookParts(sheets)).find(([name]) => name.includes("worksheets/"))!;
    const placeless = written.replace(/<sheetData>.*<\/sheetData>/s, `<sheetData>${xml}</sheetData>`);
    const table = await parseExcel(workbookBytes(sheets, { parts: { [path]: placeless } }));
    expect(cells(table)).toEqual({ a: ["1", undefined], b: [undefined, "5"], c: ["3", "6"] });
  });

  test("booleans are TRUE and FALSE, formulas their values, and errors missing", async () => {
    const formula = (value: string): Written => ({ xml: `<c><f>SUM(A1:A2)</f><v>${value}</v></c>` });
    const table = await parseExcel(
      one([
        ["flag", "sum", "broken", "words"],
        [true, formula("3"), 1, { xml: '<c t="str"><f>A1</f><v>three</v></c>' }],
        [false, formula("4.5"), "#N/A", { xml: '<c t="str"><f>A1</f><v></v></c>' }],
        [true, formula("-1"), "#DIV/0!", "two"],
      ]),
    );
    expect(cells(table)).toEqual({
      flag: ["TRUE", "FALSE", "TRUE"],
      sum: ["3", "4.5", "-1"],
      broken: ["1", undefined, undefined],
      words: ["three", undefined, "two"],
    });
    expect(table.columns.map(({ type }) => type)).toEqual(["text", "number", "number", "text"]);
  });

  test("a formula whose value was never calculated is refused rather than read as missing", async () => {
    const error = await refusal(
      parseExcel(
        one([
          ["a", "b"],
          [1, { xml: "<c><f>A2*2</f></c>" }],
        ]),
      ),
    );
    expect(error.code).toBe("formula-without-value");
    expect(error.message).toContain("B2");
    expect(error.message).toContain("save it again");
  });

  test("the table may stand anywhere in its sheet, with empty rows and columns around it and within", async () => {
    const table = await parseExcel(
      one([
        [],
        [],
        [null, null, "a", null, "b"],
        [],
        [null, null, 1, null, "x"],
        [null, null, 2, null, null],
        [],
        [null, null, 3, null, "y"],
      ]),
    );
    expect(cells(table)).toEqual({ a: ["1", "2", "3"], b: ["x", undefined, "y"] });
  });

  test("a cell that is merged with those below stands in every row, one merged across columns in the first", async () => {
    const rows = [
      ["group", "x", "y"],
      ["a", 1, 2],
      [null, 3, 4],
      [null, 5, null],
      ["b", 6, 7],
    ];
    expect(cells(await parseExcel(one(rows, ["A2:A4", "B4:C4"])))).toEqual({
      group: ["a", "a", "a", "b"],
      x: ["1", "3", "5", "6"],
      y: ["2", "4", undefined, "7"],
    });
  });

  test("columns without a name are numbered, and header: false and given names work as for CSV", async () => {
    const bytes = one([
      [1, "x"],
      [2, "y"],
    ]);
    expect(cells(await parseExcel(bytes, { header: false }))).toEqual({ column1: ["1", "2"], column2: ["x", "y"] });
    expect(cells(await parseExcel(bytes, { header: ["n", "t"] }))).toEqual({ n: ["1", "2"], t: ["x", "y"] });
    expect((await refusal(parseExcel(bytes, { header: ["n"] }))).code).toBe("ragged-row");
    expect(cells(await parseExcel(one([["a"], [1, 2]])))).toEqual({ a: ["1"], column2: ["2"] });
    expect(
      (
        await refusal(
          parseExcel(
            one([
              ["a", "a"],
              [1, 2],
            ]),
          ),
        )
      ).code,
    ).toBe("duplicate-column");
  });

  test("rows before the table are skipped by their number in the sheet, and merged names reach below them", async () => {
    const rows = [["Clinic, 2024"], [], ["patient", "values", null], [null, "x", "y"], ["p1", 1, 2]];
    expect(cells(await parseExcel(one(rows, ["A1:C1", "A3:A4", "B3:C3"]), { skip: 3 }))).toEqual({
      patient: ["p1"],
      x: ["1"],
      y: ["2"],
    });
    expect((await refusal(parseExcel(one(rows), { skip: 5 }))).code).toBe("empty-table");
    expect((await refusal(parseExcel(one(rows), { skip: -1 }))).code).toBe("invalid-option");
  });

  test("missing texts and declared types work as for CSV, and messages name the row of the sheet", async () => {
    const bytes = one([[], ["x", "zip"], [1, 1234], ["n.d.", 5678]]);
    expect(cells(await parseExcel(bytes, { missing: ["n.d."], types: { zip: "text" } }))).toEqual({
      x: ["1", undefined],
      zip: ["1234", "5678"],
    });
    const error = await refusal(parseExcel(bytes, { types: { x: "number" } }));
    expect(error.message).toContain("Line 4");
  });

  test("a sheet that is longer than the pieces it is parsed in loses nothing", async () => {
    const rows = Array.from({ length: 5000 }, (_, k): Written[] => [
      k * 1.000001,
      `text number ${k} & more`,
      k % 7 === 0 ? null : -k,
    ]);
    for (const isShared of [true, false]) {
      const bytes = workbookBytes([{ name: "data", rows: [["a", "b", "c"], ...rows] }], { isShared });
      expect(cells(await parseExcel(bytes))).toEqual({
        a: rows.map(([value]) => String(value)),
        b: rows.map(([, value]) => value),
        c: rows.map(([, , value]) => (value === null ? undefined : String(value))),
      });
    }
  });
});

describe("which sheet is read", () => {
  const bytes = workbookBytes([
    { name: "notes", rows: [["hidden"], [1]], isHidden: true },
    { name: "Patients & more", rows: [["x"], [2]] },
    { name: "1", rows: [["y"], [3]] },
  ]);

  test("the first that is not hidden, or the one that is named or numbered; a name goes before a number", async () => {
    expect(cells(await parseExcel(bytes))).toEqual({ x: ["2"] });
    expect(cells(await parseExcel(bytes, { sheet: "Patients & more" }))).toEqual({ x: ["2"] });
    expect(cells(await parseExcel(bytes, { sheet: 1 }))).toEqual({ hidden: ["1"] });
    expect(cells(await parseExcel(bytes, { sheet: "2" }))).toEqual({ x: ["2"] });
    expect(cells(await parseExcel(bytes, { sheet: "1" }))).toEqual({ y: ["3"] });
  });

  test("a column that the first sheet lacks is refused with the names of the sheets that were not read", async () => {
    const error = await refusal(parseExcel(bytes, { types: { y: "text" } }));
    expect(error.message).toMatch(
      /no column "y".*The sheet "Patients & more" was read; .*reads another \("notes", "1"\)\./,
    );
    expect((await refusal(parseExcel(bytes, { sheet: "1", types: { x: "text" } }))).message).not.toContain(
      "reads another",
    );
  });

  test("an unknown sheet is refused with the sheets there are", async () => {
    for (const sheet of ["patients & mor", 4, 0, -1, 1.5]) {
      const error = await refusal(parseExcel(bytes, { sheet }));
      expect(error.code).toBe("unknown-sheet");
      expect(error.message).toContain('"notes", "Patients & more", "1"');
    }
    expect((await refusal(parseExcel(bytes, { sheet: "patients & mor" }))).message).toContain(
      'sheet: "Patients & more"',
    );
  });
});

describe("files that are not what they should be", () => {
  const zip = (parts: Record<string, string>): Uint8Array =>
    zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, new TextEncoder().encode(text)])));

  test("the old format, files with a password, OpenDocument, binary workbooks and other archives are refused with a remedy", async () => {
    const old = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]);
    for (const [bytes, words] of [
      [old, "save it as .xlsx, without a password"],
      [zip({ mimetype: "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "<a/>" }), "Save it as .xlsx"],
      [zip({ "xl/workbook.bin": "x" }), ".xlsb"],
      [zip({ "table.csv": "a,b\n1,2\n" }), "Unpack it first"],
    ] as const) {
      const error = await refusal(parseExcel(bytes));
      expect(error.code).toBe("unknown-format");
      expect(error.message).toContain(words);
    }
    expect(() => parseTable(old, "csv")).toThrow(".xlsx");
    expect(() => parseTable(one([["a"], [1]]), "csv")).toThrow("parseExcel");
  });

  test("an empty sheet is an empty table", async () => {
    expect((await refusal(parseExcel(one([])))).code).toBe("empty-table");
    expect((await parseExcel(one([["a"]]))).rows).toBe(0);
  });

  test("a file that is cut short or in which any byte is changed is refused or read as before, never otherwise", async () => {
    const sound = one([
      ["a", "b"],
      [1, "x"],
      [2, "y"],
    ]);
    const expected = cells(await parseExcel(sound));
    for (let at = 0; at < sound.length; at += 3) {
      for (const bytes of [sound.slice(0, at), sound.map((byte, k) => (k === at ? byte ^ 0x11 : byte))]) {
        const read = await parseExcel(bytes).catch((error: unknown) => error);
        if (read instanceof InputError) expect(read.message).not.toMatch(/undefined|\[object/);
        else expect(cells(read as Table)).toEqual(expected);
      }
    }
  });

  test("broken parts are damage, with what is wrong", async () => {
    const sheets = [{ name: "data", rows: [["a"], [1]] }];
    const path = "xl/worksheets/sheet1.xml";
    const sheet = workbookParts(sheets)[path];
    for (const [text, words] of [
      [sheet.replace('r="A2"', 'r="A2e9"'), "A2e9"],
      [sheet.replace('<row r="2"', '<row r="1e9"'), "1e9"],
      [sheet.replace('r="A2"', 'r="ZZZ2"'), "ZZZ2"],
      [sheet.replace("<v>1</v>", "<v>one</v>"), "VALUE_INVALID"],
      [sheet.replace("<v>1", "<v 1"), ""],
      [sheet.slice(0, -30), ""],
      [sheet.replace("<worksheet", '<!DOCTYPE x [<!ENTITY a "b">]><worksheet'), "not well-formed"],
    ] as const) {
      const error = await refusal(parseExcel(workbookBytes(sheets, { parts: { [path]: text } })));
      expect(error.code).toBe("damaged-file");
      expect(error.message).toContain(words);
      expect(error.message).toContain("again");
    }
  });
});

describe("the one budget of all readers", () => {
  const sheets = [
    {
      name: "data",
      rows: [
        ["a", "b"],
        [1, 2],
        [3, 4],
      ],
    },
  ];
  const path = "xl/worksheets/sheet1.xml";
  const padded = (tags: number): Uint8Array =>
    workbookBytes(sheets, {
      parts: { [path]: workbookParts(sheets)[path].replace("<sheetData>", `${"<cols/>".repeat(tags)}<sheetData>`) },
    });
  const declaring = (size: number): Uint8Array => {
    const bytes = padded(10_000);
    const view = new DataView(bytes.buffer);
    for (let at = 0; at + 46 < bytes.length; at++) {
      if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) > 70_000)
        view.setUint32(at + 24, size, true);
    }
    return bytes;
  };

  test("an archive that would unpack to far more than it is, is refused before there is memory for it", async () => {
    for (const size of [100_000_000, 4_000_000_000]) {
      const error = await refusal(parseExcel(declaring(size)));
      expect(error.code).toBe("too-large");
      expect(error.message).toContain("bytes per compressed byte");
    }
    const limits = { textLength: 50_000 };
    expect((await refusal(parseExcel(padded(10_000), { limits }))).message).toContain("textLength");
    expect(cells(await parseExcel(padded(10_000)))).toEqual({ a: ["1", "3"], b: ["2", "4"] });
  });

  test("an archive that declares less than it holds, or more, is damaged", async () => {
    for (const size of [1000, 80_000]) {
      expect((await refusal(parseExcel(declaring(size)))).code).toBe("damaged-file");
    }
  });

  test("a text that no cell of Excel can hold is refused, as the time of the reader grows with its square", async () => {
    const error = await refusal(parseExcel(one([["a"], ["x".repeat(300_000)]])));
    expect(error.message).toContain("longer than Excel allows");
    expect(cells(await parseExcel(one([["a"], ["&".repeat(32_767)]])))).toEqual({ a: ["&".repeat(32_767)] });
  });

  test("a cell in the far corner is refused before there is memory for all cells before it, and a formatted one is not", async () => {
    const far = (cell: string): Uint8Array =>
      workbookBytes(sheets, {
        parts: {
          [path]: workbookParts(sheets)[path].replace("</sheetData>", `<row r="1048576">${cell}</row></sheetData>`),
        },
      });
    const error = await refusal(parseExcel(far('<c r="XFD1048576"><v>1</v></c>')));
    expect(error.code).toBe("too-large");
    expect(error.message).toContain("cells");
    expect((await parseExcel(far('<c r="XFD1048576" s="1"/>'))).rows).toBe(2);
  });

  test("limits of rows, columns and cells hold", async () => {
    for (const limits of [{ rows: 1 }, { columns: 1 }, { cells: 3 }]) {
      expect((await refusal(parseExcel(workbookBytes(sheets), { limits }))).code).toBe("too-large");
    }
    expect((await refusal(parseExcel(workbookBytes(sheets), { limits: { rows: 0 } }))).code).toBe("invalid-option");
  });

  test("merged cells that overlap cost no more than the sheet has cells", async () => {
    const merged = Array.from({ length: 100 }, () => "A1:A1048576");
    expect((await refusal(parseExcel(workbookBytes([{ ...sheets[0], merged }])))).code).toBe("damaged-file");
  });
});
