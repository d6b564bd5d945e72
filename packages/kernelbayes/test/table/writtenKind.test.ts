import { expect, test } from "vitest";
import { writtenKind } from "../../src/table/writtenKind.ts";

test.each([
  ["12", "plain"],
  ["-1.5e3", "plain"],
  ["14,23", "decimal-comma"],
  ["0,125", "decimal-comma"],
  ["1234,567", "decimal-comma"],
  ["41,474", "comma"],
  ["1,234,567", "thousands"],
  ["1,234.5", "thousands"],
  ["1.234,5", "thousands"],
  ["12 500", "thousands"],
  ["12'500", "thousands"],
  ["87.6%", "percent"],
  ["87,6 %", "percent"],
  ["12 kg", "unit"],
  ["12mg/l", "unit"],
  ["$5", "unit"],
  ["<0.05", "bound"],
  ["≥ 3", "bound"],
  ["n.d.", "placeholder"],
  ["-", "placeholder"],
  ["#DIV/0!", "placeholder"],
  ["Not detected", "placeholder"],
  ["A1", "other"],
  ["10-19", "other"],
  ["22.01.2021", "other"],
  ["1.2.3", "other"],
  ["<b>", "other"],
  ["%", "other"],
])("%s is written as %s", (text, kind) => {
  expect(writtenKind(text)).toBe(kind);
  expect(writtenKind(` ${text} `)).toBe(kind);
});
