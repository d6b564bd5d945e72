import { expect, test } from "vitest";
import { meanRanks } from "../../../src/compare/tests/scoreTable.ts";
import { thrown } from "../../thrown.ts";

const scores = [
  [0.1, 0.2, 0.3],
  [0.1, 0.1, 0.4],
];

test("the best method has the lowest rank, whichever way is better", () => {
  expect(Array.from(meanRanks(scores, { better: "lower" }))).toEqual([1.25, 1.75, 3]);
  expect(Array.from(meanRanks(scores, { better: "higher" }))).toEqual([2.75, 2.25, 1]);
});

test("infinite scores are ranked", () => {
  expect(Array.from(meanRanks([[Infinity, 1, Infinity]], { better: "lower" }))).toEqual([2.5, 1, 2.5]);
});

test("a table with holes is refused, and the place is named", () => {
  expect(thrown(() => meanRanks([[1, 2], [1]], { better: "lower" }))).toMatchObject({
    code: "methods-differ",
    place: { row: 2 },
  });
  expect(
    thrown(() =>
      meanRanks(
        [
          [1, 2],
          [1, NaN],
        ],
        { better: "lower" },
      ),
    ),
  ).toMatchObject({
    code: "not-a-number",
    place: { row: 2 },
  });
  expect(thrown(() => meanRanks([], { better: "lower" })).code).toBe("too-few-data-sets");
  expect(thrown(() => meanRanks([[1]], { better: "lower" })).code).toBe("too-few-methods");
});

test("which scores are better has to be said in one of two words", () => {
  expect(() => meanRanks(scores, { better: "larger" as "lower" })).toThrow(RangeError);
});
