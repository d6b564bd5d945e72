import { expect, test } from "vitest";
import { detectDelimiter } from "../../../src/table/text/detectDelimiter.ts";

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
