import { expect, test } from "vitest";
import { roundNumbers } from "../../src/understand/roundNumbers.ts";

test("the numbers of an axis are round, ascend, and lie between its ends", () => {
  expect(roundNumbers(0.008, 0.952, 5)).toEqual([0.2, 0.4, 0.6, 0.8]);
  expect(roundNumbers(1, 6.9, 5)).toEqual([2, 4, 6]);
  expect(roundNumbers(-3e-7, 4e-7, 5)).toEqual([-2e-7, 0, 2e-7, 4e-7]);
  expect(roundNumbers(1980, 2024, 3)).toEqual([1980, 2000, 2020]);
  expect(roundNumbers(5, 5, 5)).toEqual([5]);
});
