import { expect, test } from "vitest";
import { optionOnLine } from "../../src/output/optionOnLine.ts";

test("messages of the library name the options of the command line", () => {
  expect(optionOnLine({ option: "missing", value: "impute" })).toBe("--missing impute");
  expect(optionOnLine({ option: "format" })).toBe("--format");
  expect(optionOnLine({ option: "memoryLimit" })).toBe("--memory");
  expect(optionOnLine({ option: "limits", value: { cells: 20, rows: 3 } })).toBe("--limit cells=20 --limit rows=3");
});

test("options that the commands do not have are shown as in a program", () => {
  expect(optionOnLine({ option: "rank", value: { a: "text" } })).toBe('`rank: { a: "text" }`');
  expect(optionOnLine({ option: "toString" })).toBe("`toString`");
});

test("a rule for missing cells, and the texts that stand for them, are different options", () => {
  expect(optionOnLine({ option: "missing", value: "impute" })).toBe("--missing impute");
  expect(optionOnLine({ option: "missing", value: ["n.d.", "<0.05", "it's"] })).toBe(
    String.raw`--na n.d. --na '<0.05' --na 'it'\''s'`,
  );
  expect(optionOnLine({ option: "missing" })).toBe("--na");
  expect(optionOnLine({ option: "types", value: { "body mass": "text" } })).toBe("--types 'body mass=text'");
  expect(optionOnLine({ option: "header", value: false })).toBe("--no-header");
});
