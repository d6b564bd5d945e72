import { expect, test } from "vitest";
import { limitedMemory } from "../../src/optimize/limitedMemory.ts";
import { smallSolver } from "../../src/optimize/smallSolver.ts";
import { modelProblem, times } from "./quasiNewtonModel.ts";

test("the compact form equals the BFGS recursion over the pairs kept", () => {
  for (const pairs of [0, 1, 3, 5, 8]) {
    const { memory, B, x } = modelProblem(pairs, 6, pairs);
    const solve = smallSolver(memory.middle(), memory.width);
    expect(memory.width).toBe(2 * Math.min(pairs, 5));
    for (let i = 0; i < x.length; i++) {
      const unit = new Float64Array(x.length).with(i, 1);
      const inner = solve?.(memory.project(unit)) ?? new Float64Array();
      for (let j = 0; j < x.length; j++) {
        const entry = (i === j ? memory.theta : 0) - times(memory.row(j), inner);
        expect(Math.abs(entry - B[i][j])).toBeLessThan(1e-9 * Math.abs(B[i][i]));
      }
    }
  }
});

test("a pair without positive curvature is not taken", () => {
  const memory = limitedMemory(3);
  memory.remember(Float64Array.of(1, 0), Float64Array.of(-1, 5));
  memory.remember(Float64Array.of(1, 0), Float64Array.of(NaN, 5));
  expect(memory.width).toBe(0);
  expect(memory.theta).toBe(1);
});

test("what is forgotten leaves the identity", () => {
  const { memory } = modelProblem(1, 4, 3);
  memory.forget();
  expect([memory.width, memory.theta]).toEqual([0, 1]);
});
