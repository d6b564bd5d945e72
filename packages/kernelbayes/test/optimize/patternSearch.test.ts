import { expect, test } from "vitest";
import { patternSearch } from "../../src/optimize/patternSearch.ts";
import { runSync } from "../../src/run/run.ts";

test("a criterion that jumps is polished to the foot of the jump", () => {
  const objective = ([x, y]: Float64Array): number => (x - 1) ** 2 + (x < 1.23 ? 1 : 0) + Math.abs(y);
  const optimum = runSync(patternSearch(objective, [2, 0.5], { maxEvaluations: 500 }));
  expect(optimum.converged).toBe(true);
  expect(optimum.point[0]).toBeGreaterThanOrEqual(1.23);
  expect(optimum.point[0]).toBeLessThan(1.25);
  expect(Math.abs(optimum.point[1])).toBeLessThan(0.0126);
});

test("by default there are 40 evaluations for each coordinate", () => {
  const endless = (point: Float64Array): number => -point.reduce((sum, x) => sum + x, 0);
  expect(runSync(patternSearch(endless, [0, 0, 0])).evaluations).toBe(120);
});

test("it gathers speed along a slope, and a step on a bound costs nothing", () => {
  const { point, evaluations } = runSync(patternSearch(([x]) => -x, [0], { upper: 20 }));
  expect(point[0]).toBe(20);
  expect(evaluations).toBeLessThan(40);
});

test("the steps are halved from the first to the smallest", () => {
  const steps = new Set<number>();
  const objective = ([x]: Float64Array): number => {
    steps.add(Math.abs(x));
    return Math.abs(x);
  };
  runSync(patternSearch(objective, [0], { step: 0.25, smallestStep: 0.0625 }));
  expect([...steps]).toEqual([0, 0.25, 0.125, 0.0625]);
});

test("steps must be positive", () => {
  expect(() => runSync(patternSearch(() => 1, [0], { step: 0 }))).toThrow("step");
  expect(() => runSync(patternSearch(() => 1, [0], { smallestStep: 0 }))).toThrow("smallestStep");
});
