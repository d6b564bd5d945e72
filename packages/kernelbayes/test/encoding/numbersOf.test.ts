import { describe, expect, test } from "vitest";
import { levelsOf, numbersOf } from "../../src/encoding/numbersOf.ts";
import { columnFromCells } from "../../src/table/columnFromCells.ts";
import { thrown } from "../thrown.ts";

const text = (...cells: (string | null)[]): ReturnType<typeof columnFromCells> =>
  columnFromCells("x", cells, { types: { x: "text" } });

describe("numbersOf", () => {
  test("reads texts as numbers", () => {
    expect(Array.from(numbersOf(text("1", null, " 2.50")))).toEqual([1, NaN, 2.5]);
  });

  test("names the row of a text that is no number", () => {
    expect(thrown(() => numbersOf(text("1", "two")))).toMatchObject({
      code: "not-a-number",
      place: { row: 2, column: "x" },
      message: 'Column "x" must hold numbers; row 2 has "two".',
    });
  });

  test("names the row of an infinite value", () => {
    expect(thrown(() => numbersOf(columnFromCells("x", [1, 2, -Infinity])))).toMatchObject({
      code: "not-finite",
      place: { row: 3, column: "x" },
    });
    expect(thrown(() => numbersOf(text("1e999"))).code).toBe("not-finite");
  });

  test("looks only at the rows asked for", () => {
    expect(Array.from(numbersOf(columnFromCells("x", [1, Infinity, 3]), [2, 0]))).toEqual([3, 1]);
    expect(Array.from(numbersOf(text("1", "two", "3"), [2]))).toEqual([3]);
  });
});

describe("levelsOf", () => {
  test("are texts as they were written", () => {
    expect(levelsOf(columnFromCells("x", ["01", "1", null]), false)).toEqual(["01", "1", undefined]);
    expect(levelsOf(columnFromCells("x", ["01", "1", null]), false, [2, 0])).toEqual([undefined, "01"]);
  });

  test("are values where the levels are numbers", () => {
    expect(levelsOf(text("01", "1.0", null, "-0"), true)).toEqual(["1", "1", undefined, "0"]);
  });
});
