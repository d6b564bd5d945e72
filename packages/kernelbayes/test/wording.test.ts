import { expect, test } from "vitest";
import { option, optionInProgram, textOf, thatRow, wording } from "../src/wording.ts";

test("a message holds rows and options as data, and reads as text", () => {
  const message = wording`Row ${thatRow} of ${"x"} has ${2} gaps: give ${option("missing", "drop")} or ${option("types")}.`;
  expect(message).toEqual([
    "Row ",
    { placed: "row" },
    " of ",
    "x",
    " has ",
    "2",
    " gaps: give ",
    { option: "missing", value: "drop" },
    " or ",
    { option: "types" },
    ".",
  ]);
  expect(textOf(message, { row: 7 }, optionInProgram)).toBe(
    'Row 7 of x has 2 gaps: give `missing: "drop"` or `types`.',
  );
  expect(textOf(message, { row: 8 }, ({ option: name }) => `--${name}`)).toBe(
    "Row 8 of x has 2 gaps: give --missing or --types.",
  );
});

test("messages are parts of messages", () => {
  const where = wording`in row ${thatRow}`;
  expect(textOf(wording`It is missing ${where}${""}.`, { row: 3 }, optionInProgram)).toBe("It is missing in row 3.");
});

test("options are shown as a program gives them", () => {
  expect(optionInProgram(option("header", false))).toBe("`header: false`");
  expect(optionInProgram(option("types", { 'a "b"': "text" }))).toBe('`types: { "a \\"b\\"": "text" }`');
});
