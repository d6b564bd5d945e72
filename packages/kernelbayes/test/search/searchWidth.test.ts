import { expect, test } from "vitest";
import { gaussianOfWidth, narrowWidth, parabolaVertex, searchWidth, widths } from "../../src/search/searchWidth.ts";
import { runSync } from "../../src/run/runSync.ts";

const bowl =
  (at: number) =>
  (width: number): { criterion: number; width: number } => ({ criterion: (width - at) ** 2, width });

test.each([-6.3, -3, -0.4, 2.7])("a bowl around %s is found with few widths", (at) => {
  let count = 0;
  const { width, isAtLimit } = runSync(searchWidth((each) => (count++, bowl(at)(each)), widths));
  expect(Math.abs(width - at)).toBeLessThan(0.16);
  expect(isAtLimit).toBe(false);
  expect(count).toBeLessThanOrEqual(9);
});

test("what falls to the end of the widths ends there, and says so", () => {
  expect(runSync(searchWidth(bowl(-20), widths))).toMatchObject({ width: -9, isAtLimit: true });
  expect(runSync(searchWidth(bowl(20), widths))).toMatchObject({ width: 5, isAtLimit: true });
});

test("a candidate without a finite criterion is never taken", () => {
  const { width } = runSync(searchWidth((each) => ({ criterion: each < 0 ? Infinity : each }), widths));
  expect(width).toBeGreaterThanOrEqual(0);
});

test("on more rows the width only becomes narrower, while that pays", () => {
  expect(runSync(narrowWidth(bowl(1.2), -1, widths)).width).toBe(1);
  expect(runSync(narrowWidth(bowl(-5), -1, widths)).width).toBe(-1);
  expect(runSync(narrowWidth(bowl(9), 4, widths))).toMatchObject({ width: 5, isAtLimit: true });
});

test("a width is the binary logarithm of γ p", () => {
  const kernel = gaussianOfWidth(3, 4);
  expect(kernel.evaluate([0, 0, 0, 0], [0.5, 0, 0, 0])).toBeCloseTo(Math.exp(-2 * 0.25), 14);
});

test("the vertex of a parabola lies between its outer points, and is 0 where there is none", () => {
  expect(parabolaVertex(4, 1, 2)).toBeCloseTo(0.25, 14);
  expect(parabolaVertex(1, 1, 1)).toBe(0);
  expect(parabolaVertex(Infinity, 1, 2)).toBe(0);
});
