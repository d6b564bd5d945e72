import { expect, test } from "vitest";
import type { Kernel } from "../../src/kernels/kernel.ts";
import { runSync } from "../../src/run/run.ts";
import { narrowWidth, searchGaussian } from "../../src/search/searchGaussian.ts";

const bowl =
  (at: number) =>
  (width: number): { criterion: number } => ({ criterion: 100 * (width - at) ** 2 });

/** The base-2 logarithm of γ p of a Gaussian kernel. */
function widthOf(kernel: Kernel, p: number): number {
  return Math.log2(p / kernel.parameters[0].value ** 2) - 1;
}

test("on more rows the width only becomes narrower, while that pays", () => {
  expect(runSync(narrowWidth(bowl(1.2), -1)).width).toBe(1);
  expect(runSync(narrowWidth(bowl(-5), -1)).width).toBe(-1);
  expect(runSync(narrowWidth(bowl(9), 4))).toMatchObject({ width: 5, isAtLimit: true });
});

test("a search on a part of the rows looks at all rows from its end on", () => {
  const seen: string[] = [];
  const evaluate = (kernel: Kernel, rows: string): { criterion: number } => {
    seen.push(rows);
    return bowl(rows === "part" ? -1 : 1)(widthOf(kernel, 3));
  };
  const { width } = runSync(searchGaussian(evaluate, { all: "all", part: "part", columns: 3 }));
  expect(width).toBeCloseTo(1, 12);
  expect(seen.lastIndexOf("part")).toBeLessThan(seen.indexOf("all"));
  seen.length = 0;
  runSync(searchGaussian(evaluate, { all: "all", part: undefined, columns: 3 }));
  expect(new Set(seen)).toEqual(new Set(["all"]));
});

test("where the rows leave the width open the prior chooses −1", () => {
  const { width, found } = runSync(searchGaussian(() => ({ criterion: 7 }), { all: 0, part: undefined, columns: 2 }));
  expect(width).toBe(-1);
  expect(found.criterion).toBe(7);
});
