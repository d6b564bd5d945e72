import { expect, test } from "vitest";
import { optionOnLine } from "../../src/output/optionOnLine.ts";

test("messages of the library name the options of the command line", () => {
  expect(optionOnLine({ option: "missing", value: "impute" })).toBe("--missing impute");
  expect(optionOnLine({ option: "format" })).toBe("--format");
  expect(optionOnLine({ option: "memoryLimit" })).toBe("--memory");
  expect(optionOnLine({ option: "limits", value: { cells: 20, rows: 3 } })).toBe("--limit cells=20 --limit rows=3");
});

test("options that the commands do not have are shown as in a program", () => {
  expect(optionOnLine({ option: "types", value: { a: "text" } })).toBe('`types: { a: "text" }`');
  expect(optionOnLine({ option: "toString" })).toBe("`toString`");
});
