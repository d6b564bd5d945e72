import { expect, test } from "vitest";
import type { Place } from "../../src/errors.ts";
import { describePlace, quote, listed } from "../../src/table/quote.ts";
import { optionInProgram, textOf } from "../../src/wording.ts";

test("quote makes control characters visible and cuts long texts", () => {
  expect(quote("a\tb")).toBe('"a\\tb"');
  expect(quote("x".repeat(100))).toBe(`"${"x".repeat(60)}…"`);
});

test("describePlace prefers the line of a file to the row of the table", () => {
  const words = (place: Place): string => textOf(describePlace(place), place, optionInProgram);
  expect(words({ row: 3 })).toBe("Row 3");
  expect(words({ row: 3, line: 5 })).toBe("Line 5");
});

test("a long list of names is cut", () => {
  expect(listed(["a", "b"])).toBe('"a", "b"');
  expect(listed(["a", "b", "c", "d"], 2)).toBe('"a", "b" and 2 more');
});
