import { expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import { rarestClass } from "../../src/evaluate/rarestClass.ts";

test("the rarest class that occurs is named with what was found of it and what was missed", () => {
  const confusion = matrix(3, 3, Float64Array.of(290, 10, 0, 21, 14, 0, 0, 0, 0));
  expect(rarestClass(confusion)).toEqual({
    number: 1,
    rows: 35,
    found: 14,
    missed: 21,
    falseAlarms: 10,
    rest: 290,
    recall: 14 / 35,
    precision: 14 / 24,
    f1: 28 / 59,
  });
});

test("of two equally rare classes it is the last", () => {
  expect(rarestClass(matrix(2, 2, Float64Array.of(5, 0, 2, 3)))).toMatchObject({ number: 1, recall: 0.6 });
});
