import { expect, test } from "vitest";
import {
  searchWidth,
  type Candidate,
  type SearchedWidth,
  type WidthSearch,
  parabolaVertex,
  gaussianOfWidth,
} from "../../src/search/searchWidth.ts";
import { runSync } from "../../src/run/run.ts";

function searched(
  criterion: (width: number) => number,
  options?: WidthSearch,
): SearchedWidth<Candidate> & { readonly tried: readonly number[] } {
  const tried: number[] = [];
  const evaluate = (width: number): Candidate => {
    tried.push(width);
    return { criterion: criterion(width), loss: criterion(width) };
  };
  return { ...runSync(searchWidth(evaluate, options)), tried };
}

test.each([-6.3, -3, -2.4, -1, -0.4, 0.7, 2.7, 3.2])(
  "a bowl around %s is met in few widths, none of them twice",
  (at) => {
    const { width, isAtLimit, tried } = searched((each) => (each - at) ** 2);
    expect(width).toBeCloseTo(at, 10);
    expect(isAtLimit).toBe(false);
    expect(tried.length).toBeLessThanOrEqual(9);
    expect(new Set(tried).size).toBe(tried.length);
  },
);

test("what falls to the end of the widths ends there, and says so", () => {
  expect(searched((width) => width)).toMatchObject({ width: -9, isAtLimit: true });
  expect(searched((width) => -width)).toMatchObject({ width: 5, isAtLimit: true });
});

test("a candidate without a finite criterion is never taken", () => {
  expect(searched((width) => (width < 0 ? Infinity : width)).width).toBeGreaterThanOrEqual(0);
});

test("a narrow valley is looked for only where the first widths explain hardly anything", () => {
  const valley = (at: number): number => (Math.abs(at - 5) < 0.5 ? 0.2 : 1 + 0.001 * (at + 1) ** 2);
  expect(searched(valley, { flatLoss: 1 }).width).toBe(5);
  expect(searched(valley, { flatLoss: 2 }).width).toBe(-1);
  expect(searched(valley).width).toBe(-1);
});

test("the vertex of a parabola lies between its outer points, and is 0 where there is none", () => {
  expect(parabolaVertex(4, 1, 2)).toBeCloseTo(0.25, 14);
  expect(parabolaVertex(3, 1, 1)).toBeCloseTo(0.5, 12);
  expect(parabolaVertex(1, 1, 1)).toBe(0);
  expect(parabolaVertex(Infinity, 1, 2)).toBe(0);
});

test("a width is the binary logarithm of γ p", () => {
  const kernel = gaussianOfWidth(3, 4);
  expect(kernel.evaluate([0, 0, 0, 0], [0.5, 0, 0, 0])).toBeCloseTo(Math.exp(-2 * 0.25), 14);
});
