import { expect, test } from "vitest";
import { clip } from "../../src/optimize/box.ts";
import type { LimitedMemory } from "../../src/optimize/limitedMemory.ts";
import { modelMinimum } from "../../src/optimize/modelMinimum.ts";
import { type ModelProblem, modelProblem, modelValue } from "./quasiNewtonModel.ts";

const sampleOf = ({ x, gradient }: ModelProblem): Parameters<typeof modelMinimum>[0] => ({
  point: x,
  value: 0,
  gradientNorm: 1,
  gradient,
});

test("the model is lower there than at the start", () => {
  for (let seed = 0; seed < 50; seed++) {
    const problem = modelProblem(seed, 5, 3, 100);
    expect(modelValue(problem, modelMinimum(sampleOf(problem), problem.box, problem.memory))).toBeLessThan(0);
  }
});

/** A memory whose middle matrix is singular at the first, or at the second, factorization. */
function spoiled(memory: LimitedMemory, calls: number): LimitedMemory {
  let left = calls;
  return {
    ...memory,
    get theta() {
      return memory.theta;
    },
    get width() {
      return memory.width;
    },
    middle: () => (--left === 0 ? memory.middle().fill(NaN) : memory.middle()),
  };
}

test("a singular memory is forgotten, and the projected gradient step is taken", () => {
  for (const calls of [1, 2]) {
    const problem = modelProblem(4, 5, 3);
    const memory = spoiled(problem.memory, calls);
    const step = modelMinimum(sampleOf(problem), problem.box, memory);
    expect(step).toEqual(
      clip(
        problem.x.map((x, j) => x - problem.gradient[j]),
        problem.box,
      ),
    );
    expect(memory.width).toBe(0);
  }
});
