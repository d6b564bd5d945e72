import { expect, test } from "vitest";
import { formatArrow } from "../../src/table/arrow/formatArrow.ts";
import { type TableFormat, formatOfContent, formatOfName, parseTable } from "../../src/table/formats.ts";
import { formatParquet } from "../../src/table/parquet/formatParquet.ts";
import { thrown } from "../thrown.ts";

test("all formats of one table give the same table", () => {
  const table = parseTable("a,b\n1,x\n2,y\n", "csv");
  expect(parseTable("a\tb\n1\tx\n2\ty\n", "tsv")).toEqual(table);
  expect(parseTable('[{"a":1,"b":"x"},{"a":2,"b":"y"}]', "json")).toEqual(table);
  expect(parseTable('{"a":1,"b":"x"}\n{"a":2,"b":"y"}\n', "ndjson")).toEqual(table);
});

test.each([
  ["data.csv", "csv"],
  ["data.TXT", "csv"],
  ["a.b/data.tsv.gz", "tsv"],
  ["data.tab", "tsv"],
  ["data.json", "json"],
  ["data.jsonl", "ndjson"],
  ["data.ndjson.GZ", "ndjson"],
  ["data.XLSX", "xlsx"],
])("the name %s tells the format %s", (name, format) => {
  expect(formatOfName(name)).toBe(format);
});

test.each(["data", "data.xls", "dir.csv/data", "data.gz", "data.constructor", ""])(
  "the name %j tells no format",
  (name) => {
    expect(thrown(() => formatOfName(name)).code).toBe("unknown-format");
  },
);

test("an unknown format is refused", () => {
  expect(thrown(() => parseTable("", "toString" as TableFormat)).code).toBe("unknown-format");
});

test("what begins like Parquet or Arrow is read as such, whatever format was given", () => {
  const table = parseTable("a,b\n1,x\n2,y\n", "csv");
  for (const bytes of [formatParquet(table), formatArrow(table)]) expect(parseTable(bytes, "csv")).toEqual(table);
  expect(formatOfContent(formatParquet(table))).toBe("parquet");
  expect(formatOfContent(formatArrow(table))).toBe("arrow");
  expect(formatOfContent(new TextEncoder().encode("PAR, 1\n"))).toBeUndefined();
  expect(formatOfContent(new Uint8Array(0))).toBeUndefined();
});

test("a spreadsheet of another format is refused by its name, with the way out", () => {
  for (const name of ["patients.xls", "patients.xlsb", "patients.ods", "patients.numbers"]) {
    expect(thrown(() => formatOfName(name)).message).toContain("save it as .xlsx");
  }
});
