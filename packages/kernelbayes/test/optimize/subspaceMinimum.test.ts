import { expect, test } from "vitest";
import { cauchyPoint } from "../../src/optimize/cauchyPoint.ts";
import { smallSolver } from "../../src/optimize/smallSolver.ts";
import { largestStep, subspaceMinimum } from "../../src/optimize/subspaceMinimum.ts";
import { boxOf } from "../../src/optimize/box.ts";
import { type ModelProblem, modelProblem, modelValue, times } from "./quasiNewtonModel.ts";

function both({ memory, x, gradient, box }: ModelProblem): { cauchy: Float64Array; minimum: Float64Array } {
  const solve = smallSolver(memory.middle(), memory.width) as (v: Float64Array) => Float64Array;
  const cauchy = cauchyPoint(x, gradient, box, memory, solve);
  const minimum = subspaceMinimum(x, gradient, box, memory, solve, cauchy) as Float64Array;
  return { cauchy: cauchy.point, minimum };
}

test("without bounds it is the Newton step of the model", () => {
  for (let seed = 0; seed < 20; seed++) {
    const problem = modelProblem(seed, 6, 1 + (seed % 6));
    const free = { ...problem, box: boxOf(6, -Infinity, Infinity) };
    const { minimum } = both(free);
    const step = minimum.map((entry, j) => entry - problem.x[j]);
    problem.gradient.forEach((g, i) => expect(Math.abs(times(problem.B[i], step) + g)).toBeLessThan(1e-8));
  }
});

test("within bounds it descends, stays inside, and moves only what the Cauchy point left free", () => {
  for (let seed = 0; seed < 200; seed++) {
    const problem = modelProblem(seed, 6, 1 + (seed % 6), 0.5 + (seed % 4));
    const { x, gradient, box } = problem;
    const { cauchy, minimum } = both(problem);
    minimum.forEach((entry, j) => {
      expect(entry >= box.lower[j] && entry <= box.upper[j]).toBe(true);
      const isHeld = cauchy[j] === box.lower[j] || cauchy[j] === box.upper[j];
      expect(!isHeld || entry === cauchy[j]).toBe(true);
    });
    expect(
      times(
        gradient,
        minimum.map((entry, j) => entry - x[j]),
      ),
    ).toBeLessThan(0);
  }
});

test("where no bound interferes the model is at least as low as at the Cauchy point", () => {
  for (let seed = 0; seed < 50; seed++) {
    const near = modelProblem(seed, 6, 4);
    const far = (side: number): Float64Array => near.x.map((entry) => entry + side);
    const problem = { ...near, box: boxOf(6, far(-50), far(50)) };
    const { cauchy, minimum } = both(problem);
    expect(modelValue(problem, minimum)).toBeLessThanOrEqual(modelValue(problem, cauchy) + 1e-12);
  }
});

test("the largest step ends on the first bound, and is infinite where there is none", () => {
  const box = boxOf(3, [-1, -Infinity, 0], [2, Infinity, 1]);
  expect(largestStep(Float64Array.of(0, 0, 1), Float64Array.of(0.5, 7, -0.125), box)).toBe(4);
  expect(largestStep(Float64Array.of(0, 0, 1), Float64Array.of(0, 7, 0), box)).toBe(Infinity);
});
