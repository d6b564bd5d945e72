import { expect, test } from "vitest";
import { textTable } from "../src/textTable.ts";

test("words stand to the left, numbers to the right, and no line ends in blanks", () => {
  expect(
    textTable([
      { model: "lda", "error %": "2.00" },
      { model: "quadratic", "error %": "12.50" },
    ]),
  ).toBe(["model      error %", "---------  -------", "lda           2.00", "quadratic    12.50"].join("\n"));
  expect(
    textTable([
      { first: "a", last: "b" },
      { first: "longer", last: "" },
    ]).split("\n"),
  ).toEqual(["first   last", "------  ----", "a       b", "longer"]);
});

test("no rows give no table", () => {
  expect(textTable([])).toBe("");
});
