import { describe, expect, test } from "vitest";
import { asText, lengthOf, selectCells, type Column, writtenNumbers } from "../../src/table/column.ts";
import { columnFromCells } from "../../src/table/columnFromCells.ts";

const grade = columnFromCells("grade", ["01", "1.0", "2", null, "1e3"]);
const word = columnFromCells("word", ["b", "a", "b", "", "c"]);

describe("asText", () => {
  test("gives the cells exactly as they were written", () => {
    expect(grade.type).toBe("number");
    expect(asText(grade)).toEqual(["01", "1.0", "2", undefined, "1e3"]);
    expect(asText(word)).toEqual(["b", "a", "b", undefined, "c"]);
  });

  test("writes numbers that were never text by String", () => {
    expect(asText({ name: "x", type: "number", values: Float64Array.of(1, 0.1, 1e21, NaN) })).toEqual([
      "1",
      "0.1",
      "1e+21",
      undefined,
    ]);
  });
});

describe("selectCells", () => {
  test("takes cells in the given order, with their texts", () => {
    const chosen = selectCells(grade, [4, 0, 0, 3]);
    expect(asText(chosen)).toEqual(["1e3", "01", "01", undefined]);
    expect(lengthOf(chosen)).toBe(4);
  });

  test("leaves out texts that no chosen cell needs", () => {
    expect(selectCells(grade, [2, 3])).toEqual({ name: "grade", type: "number", values: Float64Array.of(2, NaN) });
  });

  test("leaves out levels that no chosen row has and numbers the others by first appearance", () => {
    expect(selectCells(word, [4, 0, 3])).toEqual({
      name: "word",
      type: "text",
      codes: Int32Array.of(0, 1, -1),
      levels: ["c", "b"],
    } satisfies Column);
  });
});

test("numbers are written as they were, where that is how they read", () => {
  const values = Float64Array.of(1, 1.5, 1.5, NaN, -0, -0, Infinity, 1e21);
  const texts = ["01", undefined, "1,5", undefined, undefined, "-0.0", "inf", undefined];
  expect(writtenNumbers({ name: "a", type: "number", values, texts })).toEqual([
    "01",
    "1.5",
    "1.5",
    undefined,
    "-0",
    "-0.0",
    "inf",
    "1e+21",
  ]);
});
