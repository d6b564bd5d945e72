import { describe, expect, test } from "vitest";
import { cellAt, splitRecords } from "../../../src/table/text/splitRecords.ts";
import cases from "../../fixtures/table/delimited.json" with { type: "json" };
import { thrown } from "../../thrown.ts";

function split(text: string, delimiter = ","): { records: string[][]; lines: number[] } {
  const records: string[][] = [];
  const lines: number[] = [];
  splitRecords(text, delimiter, (bounds, line) => {
    records.push(Array.from({ length: bounds.length / 2 }, (_, j) => cellAt(text, bounds[2 * j], bounds[2 * j + 1])));
    lines.push(line);
  });
  return { records, lines };
}

describe("splitRecords", () => {
  test("reads what Python's csv module wrote", () => {
    expect(cases.length).toBe(24);
    for (const { delimiter, text, header, rows } of cases) {
      expect(split(text, delimiter).records).toEqual([header, ...rows]);
    }
  });

  test.each([
    ["a,b", [["a", "b"]]],
    ["a,b\n", [["a", "b"]]],
    ["a,\n,b\n", [["a", ""], ["", "b"]]], // prettier-ignore
    ["a,", [["a", ""]]],
    [",", [["", ""]]],
    ["", []],
    ["\n\r\n  \n\r", []],
    ['""\n', [[""]]],
    ['"a ""quoted"" word",b', [['a "quoted" word', "b"]]],
    ['""""', [['"']]],
    ['"a\nb",c', [["a\nb", "c"]]],
    ['5" disk,x', [['5" disk', "x"]]],
    ["  a  ,\tb\t", [["a", "b"]]],
    [' "  a " , b', [["  a ", "b"]]],
    ["a b,c d", [["a b", "c d"]]],
  ])("splits %j", (text, records) => {
    expect(split(text).records).toEqual(records);
  });

  test("tells the line on which each record begins, whatever the line ends and the line ends in cells", () => {
    expect(split('a\r\n\r\nb,"x\r\ny\nz\rw"\rc\n\nd').lines).toEqual([1, 3, 7, 9]);
  });

  test("takes runs of blanks as one delimiter if the delimiter is a blank", () => {
    expect(split('  1  2 "x y" 3  \n4 5 6 7', " ").records).toEqual([
      ["1", "2", "x y", "3"],
      ["4", "5", "6", "7"],
    ]);
  });

  test("stops when told to", () => {
    let count = 0;
    splitRecords("a\nb\nc", ",", () => ++count < 2);
    expect(count).toBe(2);
  });

  test("tells where a quotation mark was opened that is never closed", () => {
    const error = thrown(() => split('a,b\n1,"2\n3,4\n'));
    expect(error).toMatchObject({ code: "unterminated-quote", place: { line: 2, character: 3 } });
    expect(thrown(() => split('"')).place).toEqual({ line: 1, character: 1 });
    expect(thrown(() => split('"a""')).code).toBe("unterminated-quote");
  });

  test("tells what follows a closing quotation mark where a delimiter should", () => {
    const error = thrown(() => split('a\n"x\ny"z,1'));
    expect(error).toMatchObject({ code: "malformed-csv", place: { line: 3, character: 3 } });
    expect(error.message).toContain('comes "z" instead of the delimiter ","');
  });
});
