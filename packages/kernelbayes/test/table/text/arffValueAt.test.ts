import { expect, test } from "vitest";
import { arffValueAt, isEndOfLine, malformedArff, skipBlanks } from "../../../src/table/text/arffValueAt.ts";
import { thrown } from "../../thrown.ts";

test.each([
  ["a plain word", "abc, d", "abc", 3],
  ["a word after blanks", " \t abc ,d", "abc", 6],
  ["a word with blanks inside", "iris setosa , d", "iris setosa", 11],
  ["a word before a comment", "abc  % note", "abc", 3],
  ["a percentage, which is no comment", "50%,d", "50%", 3],
  ["nothing before a comma", "  , d", "", 2],
  ["nothing before a comment", "% note", "", 0],
  ["single quotation marks", "'a, b' ,c", "a, b", 6],
  ["double quotation marks", '"a\'%,b",c', "a'%,b", 7],
  ["escapes", String.raw`'\'\"\\\n\t\r\%\q\u00e9\u12'`, "'\"\\\n\t\r%qéu12", 28],
])("reads %s", (_, content, text, end) => {
  expect(arffValueAt(content, 0, ",", 1)).toEqual({ text, end, isQuoted: /^\s*['"]/.test(content) });
});

test("a quotation mark that is never closed is told with its place", () => {
  for (const content of ["a, 'b", String.raw`a, 'b\'`, "a, 'b\\"]) {
    expect(thrown(() => arffValueAt(content, 2, ",", 7))).toMatchObject({
      code: "unterminated-quote",
      place: { line: 7, character: 4 },
    });
  }
});

test("blanks are skipped, and a comment ends a line", () => {
  expect(skipBlanks("a \t b", 1)).toBe(4);
  expect(skipBlanks("a  ", 1)).toBe(3);
  expect(isEndOfLine("a", 1)).toBe(true);
  expect(isEndOfLine("a%b", 1)).toBe(true);
  expect(isEndOfLine("ab", 1)).toBe(false);
});

test("an error has its line, and says what was found", () => {
  expect(malformedArff(3, "a name is needed", "")).toMatchObject({
    code: "malformed-arff",
    message: "Line 3: a name is needed; found nothing.",
    place: { line: 3 },
  });
});
