import { expect, test } from "vitest";
import { stabilityIndex } from "../../../src/posterior/drift/stabilityIndex.ts";

test("is the textbook index where rows are many", () => {
  const [p, q] = [
    [0.2, 0.3, 0.5],
    [0.3, 0.3, 0.4],
  ];
  const textbook = p.reduce((sum, share, bin) => sum + (q[bin] - share) * Math.log(q[bin] / share), 0);
  const many = 1e9;
  const { index, chance, pValue } = stabilityIndex(
    p.map((share) => many * share),
    q.map((share) => many * share),
  );
  expect(index).toBeCloseTo(textbook, 8);
  expect(chance).toBeCloseTo(2 * (2 / many), 15);
  expect(pValue).toBe(0);
});

test("has the p-value of the two-by-two table of Pearson's test", () => {
  // χ² = 30 · (5·5 − 10·10)² / 15⁴ = 3.333, and P(χ²₁ > 3.333) = 0.0679 (R: pchisq(10/3, 1, lower.tail = FALSE)).
  expect(stabilityIndex([5, 10], [10, 5]).pValue).toBeCloseTo(0.0678892, 6);
});

test("thirty rows of the same shares are no change, though their index is above the usual band", () => {
  const { index, chance, pValue } = stabilityIndex(new Array<number>(10).fill(100), [5, 1, 4, 2, 6, 1, 3, 2, 2, 4]);
  expect(index).toBeGreaterThan(0.2);
  expect(chance).toBeGreaterThan(0.25);
  expect(pValue).toBeGreaterThan(0.3);
});

test("levels of which no row is to be expected are merged, and one bin or no rows show nothing", () => {
  const few = stabilityIndex([500, 400, ...new Array<number>(60).fill(2)], [6, 4, ...new Array<number>(60).fill(0)]);
  expect(few.chance).toBeCloseTo(2 * (1 / 1020 + 1 / 10), 12);
  expect(stabilityIndex([5, 0], [5, 0])).toEqual({ index: 0, chance: 0, pValue: 1 });
  expect(stabilityIndex([5, 5], [0, 0])).toEqual({ index: 0, chance: 0, pValue: 1 });
});
