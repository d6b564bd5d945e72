import { expect, test } from "vitest";
import { describePlace, quote } from "../../src/table/quote.ts";

test("quote makes control characters visible and cuts long texts", () => {
  expect(quote("a\tb")).toBe('"a\\tb"');
  expect(quote("x".repeat(100))).toBe(`"${"x".repeat(60)}…"`);
});

test("describePlace prefers the line of a file to the row of the table", () => {
  expect(describePlace({ row: 3 })).toBe("Row 3");
  expect(describePlace({ row: 3, line: 5 })).toBe("Line 5");
});
