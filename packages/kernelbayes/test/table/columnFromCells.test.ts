import { expect, test } from "vitest";
import { asText } from "../../src/table/column.ts";
import { columnFromCells, type Cell } from "../../src/table/columnFromCells.ts";
import { thrown } from "../thrown.ts";

test("numbers with null, undefined and NaN between them are a number column with missing cells", () => {
  expect(columnFromCells("x", [1, null, undefined, NaN, -Infinity])).toEqual({
    name: "x",
    type: "number",
    values: Float64Array.of(1, NaN, NaN, NaN, -Infinity),
  });
});

test("numbers in texts are numbers, also among numbers", () => {
  expect(columnFromCells("x", ["1.5", 2, "NA", 3n])).toEqual({
    name: "x",
    type: "number",
    values: Float64Array.of(1.5, 2, NaN, 3),
  });
});

test("booleans are texts, as are numbers beside them", () => {
  expect(columnFromCells("x", [true, false, 1, null])).toEqual({
    name: "x",
    type: "text",
    codes: Int32Array.of(0, 1, 2, -1),
    levels: ["true", "false", "1"],
  });
});

test("Date objects make a date column", () => {
  const column = columnFromCells("x", [new Date(0), null]);
  expect(column.type).toBe("date");
  expect(asText(column)).toEqual(["1970-01-01T00:00:00.000Z", undefined]);
});

test("options apply to numbers too", () => {
  expect(columnFromCells("x", [1, -999, 2], { missing: ["-999"] })).toMatchObject({
    values: Float64Array.of(1, NaN, 2),
  });
  expect(columnFromCells("x", [1, 2], { types: { x: "text" } })).toMatchObject({ type: "text", levels: ["1", "2"] });
});

test.each([
  ["an object", [1, { a: 1 }], "a value of type object"],
  ["an array", [1, [2]], "an array"],
  ["an invalid date", [1, new Date(NaN)], "an invalid date"],
  ["a function", [1, () => 1], "a value of type function"],
])("%s is refused with row and column", (_, cells, words) => {
  const error = thrown(() => columnFromCells("x", cells as Cell[]));
  expect(error.code).toBe("not-a-cell");
  expect(error.place).toEqual({ row: 2, column: "x" });
  expect(error.message).toContain(words);
});
