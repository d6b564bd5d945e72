import { describe, expect, test } from "vitest";
import {
  readArffAttribute,
  type ArffAttribute,
  arffValueAt,
  isEndOfLine,
  malformedArff,
  skipBlanks,
} from "../../../src/table/text/arffAttribute.ts";
import { thrown } from "../../thrown.ts";

test.each<[string, ArffAttribute]>([
  [" length NUMERIC", { name: "length", type: "number" }],
  ["\tlength\treal % in metres", { name: "length", type: "number" }],
  [" 'the length' integer", { name: "the length", type: "number" }],
  [' "a\'b" String', { name: "a'b", type: "text" }],
  [" '' string", { name: "", type: "text" }],
  [" day date", { name: "day", type: "date" }],
  [' day DATE "yyyy-MM-dd"', { name: "day", type: "date" }],
  [" day date 'yyyy-MM-dd HH:mm:ss' % when", { name: "day", type: "date" }],
  [" day date \"yyyy-MM-dd'T'HH:mm:ss.SSSX\"", { name: "day", type: "date" }],
  [" day date yyyy-MM-dd", { name: "day", type: "date" }],
  [" kind {ash, birch}", { name: "kind", type: "text", values: new Set(["ash", "birch"]) }],
  [" kind{ash,birch} % trees", { name: "kind", type: "text", values: new Set(["ash", "birch"]) }],
  [" kind { 'a, }b' , \"?\" ,c d}", { name: "kind", type: "text", values: new Set(["a, }b", "?", "c d"]) }],
])("reads @attribute%s", (content, expected) => {
  expect(readArffAttribute(content, 0, 1)).toEqual(expected);
});

describe("a declaration is refused", () => {
  test.each([
    ["without a name", "  ", "malformed-arff", "a name and a type; found nothing"],
    ["without a type", " a", "malformed-arff", 'the type of attribute "a" must be'],
    ["of an unknown type", " a float", "malformed-arff", 'found "float"'],
    ["of an inherited type", " a constructor", "malformed-arff", 'found "constructor"'],
    ["with something behind the type", " a real [0, 1]", "malformed-arff", 'should end here; found "[0, 1]"'],
    ["with something behind the values", " a {b} c", "malformed-arff", 'should end here; found "c"'],
    ["with something behind the pattern", ' a date "yyyy-MM-dd" c', "malformed-arff", "should end here"],
    ["with values never ended", " a {b, c", "malformed-arff", "must end in }; found nothing"],
    ["with values ended by a comment", " a {b, %c}", "malformed-arff", 'attribute "a"'],
    ["with an empty value", " a {b,,c}", "malformed-arff", "a value without characters"],
    ["with no value", " a {}", "malformed-arff", "a value without characters"],
    ["with a value twice", " a {b, 'b'}", "malformed-arff", 'the value "b" twice'],
    ["with something behind a quoted value", " a {'b' c}", "malformed-arff", 'separated by commas; found "c"'],
    ["of a relational attribute", " a relational", "unsupported-arff", "Flatten it"],
    [
      "with dates of another pattern",
      ' a date "dd/MM/yyyy"',
      "unsupported-arff",
      '"dd/MM/yyyy"; only those of ISO 8601',
    ],
  ])("%s", (_, content, code, words) => {
    const error = thrown(() => readArffAttribute(content, 0, 4));
    expect(error).toMatchObject({ code, place: { line: 4 } });
    expect(error.message).toContain(words);
  });
});

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
