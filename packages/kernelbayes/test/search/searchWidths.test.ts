import { expect, test } from "vitest";
import { isAtLimit, parabolaVertex, searchWidths, type TriedWidth } from "../../src/search/searchWidths.ts";
import { runSync } from "../../src/run/runSync.ts";

function searched(
  criterion: (logWidth: number) => number,
  options: { starts?: readonly number[]; flatLoss?: number } = {},
): { readonly found: TriedWidth; readonly tried: readonly number[] } {
  const tried: number[] = [];
  const evaluate = (logWidth: number): TriedWidth => {
    tried.push(logWidth);
    return { logWidth, criterion: criterion(logWidth), loss: criterion(logWidth) };
  };
  return { found: runSync(searchWidths(evaluate, { flatLoss: Infinity, stage: "width", ...options })), tried };
}

test("a parabola is met at its vertex, in few widths and none of them twice", () => {
  for (const vertex of [-6.3, -2.4, -1, 0.7, 3.2]) {
    const { found, tried } = searched((at) => (at - vertex) ** 2);
    expect(found.logWidth).toBeCloseTo(vertex, 10);
    expect(tried.length).toBeLessThan(12);
    expect(new Set(tried).size).toBe(tried.length);
    expect(isAtLimit(found)).toBe(false);
  }
});

test("a criterion that always falls ends at the limit and says so", () => {
  const narrow = searched((at) => -at).found;
  expect([narrow.logWidth, isAtLimit(narrow)]).toEqual([5, true]);
  const wide = searched((at) => at).found;
  expect([wide.logWidth, isAtLimit(wide)]).toEqual([-9, true]);
});

test("a narrow valley is looked for only where the first widths explain hardly anything", () => {
  const valley = (at: number): number => (Math.abs(at - 5) < 0.5 ? 0.2 : 1 + 0.001 * (at + 1) ** 2);
  expect(searched(valley, { flatLoss: 1 }).found.logWidth).toBe(5);
  expect(searched(valley, { flatLoss: 2 }).found.logWidth).toBe(-1);
});

test("the vertex of three values that do not curve upwards is their middle", () => {
  expect(parabolaVertex([1, 1, 1])).toBe(0);
  expect(parabolaVertex([3, 1, 1])).toBeCloseTo(0.5, 12);
});
