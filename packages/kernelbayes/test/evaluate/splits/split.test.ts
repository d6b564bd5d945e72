import { expect, test } from "vitest";
import { givenFolds, givenSplits } from "../../../src/evaluate/splits/split.ts";

const of = (...rows: number[]): Int32Array => Int32Array.from(rows);

test("puts rows in order and takes the rest as test rows where none are named", () => {
  expect(givenSplits([{ train: [3, 0], test: [1] }, { train: of(2, 1) }], 4)).toEqual([
    { train: of(0, 3), test: of(1) },
    { train: of(1, 2), test: of(0, 3) },
  ]);
});

test.each([
  { what: "a row beyond the table", split: { train: [0, 4], test: [1] } },
  { what: "a row number that is not whole", split: { train: [0, 1.5], test: [2] } },
  { what: "a row twice in one part", split: { train: [0, 0], test: [1] } },
  { what: "a row in both parts", split: { train: [0, 1], test: [1] } },
  { what: "an empty training part", split: { train: [], test: [1] } },
  { what: "nothing left to test", split: { train: [0, 1, 2, 3] } },
])("refuses $what and names the split", ({ split }) => {
  const good = { train: [0], test: [1] };
  expect(() => givenSplits([good, split], 4)).toThrow(expect.objectContaining({ code: "invalid-split" }));
  expect(() => givenSplits([good, split], 4)).toThrow(/Split 2/);
});

test("a list of fold numbers gives one split a fold, and −1 is always in training", () => {
  expect(givenFolds([1, 0, -1, 1])).toEqual([
    { train: of(0, 2, 3), test: of(1) },
    { train: of(1, 2), test: of(0, 3) },
  ]);
});

test("refuses fold numbers with a gap, and such as are not whole", () => {
  expect(() => givenFolds([0, 2])).toThrow(/Split 2 has no test rows/);
  expect(() => givenFolds([0, 0.5])).toThrow(expect.objectContaining({ code: "invalid-split", place: { row: 2 } }));
});
