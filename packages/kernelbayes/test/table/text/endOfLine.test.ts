import { expect, test } from "vitest";
import { endOfLine } from "../../../src/table/text/endOfLine.ts";

test("a line ends in LF, CRLF or CR, and a CR at the end of a piece may be half of CRLF", () => {
  expect(endOfLine("ab\ncd", 0, false)).toBe(3);
  expect(endOfLine("ab\r\ncd", 0, false)).toBe(4);
  expect(endOfLine("ab\rcd", 0, false)).toBe(3);
  expect(endOfLine("ab\ncd\n", 3, false)).toBe(6);
  expect(endOfLine("ab\r", 0, false)).toBe(-1);
  expect(endOfLine("ab\r", 0, true)).toBe(3);
  expect(endOfLine("ab", 0, true)).toBe(-1);
});
