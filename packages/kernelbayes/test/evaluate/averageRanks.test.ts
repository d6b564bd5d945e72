import * as fc from "fast-check";
import { expect, test } from "vitest";
import { averageRanks } from "../../src/evaluate/averageRanks.ts";
import { thrown } from "../thrown.ts";

test("equal values share the mean of the ranks they take up", () => {
  const { ranks, ties } = averageRanks([3, 1, 3, -Infinity, 3, 1]);
  expect(Array.from(ranks)).toEqual([5, 2.5, 5, 1, 5, 2.5]);
  expect(ties).toBe(24 + 6); // 3³ − 3 and 2³ − 2
});

test("a rank is one more than the values below and half a value for each that ties, and all ranks sum to n (n + 1)/2", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 6 })), (values) => {
      const { ranks } = averageRanks(values);
      const naive = values.map(
        (one) =>
          0.5 + values.filter((other) => other < one).length + values.filter((other) => other === one).length / 2,
      );
      expect(Array.from(ranks)).toEqual(naive);
    }),
    { seed: 1 },
  );
});

test("zeros of either sign are equal, no value has no ranks, and what is not a number is refused", () => {
  expect(averageRanks([0, -0]).ties).toBe(6);
  expect(averageRanks([])).toEqual({ ranks: new Float64Array(0), ties: 0 });
  expect(thrown(() => averageRanks([1, NaN]))).toMatchObject({ code: "not-a-number" });
});
