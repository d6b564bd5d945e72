import { expect, test } from "vitest";
import { selectEngine } from "../../../../src/engine/selectEngine.ts";
import { recentRows } from "../../../../src/rows/kernel/kernelRows.ts";
import { newtonMode } from "../../../../src/models/process/margin/newtonMode.ts";
import { sequentialMode } from "../../../../src/models/process/margin/sequentialMode.ts";
import { clouds, distance, kernelOf, problemOf } from "./problem.ts";

const engine = selectEngine();

test("the sequential solver finds the mode of Newton's method, with weights and half widths", () => {
  const data = clouds(60, 1);
  const weights = Float64Array.from({ length: 60 }, (_, i) => 0.5 + (i % 3));
  for (const options of [{}, { halfWidth: 0.7 }, { weights }, { kernel: kernelOf(20, 2, 3) }]) {
    const problem = problemOf(data, options);
    const newton = newtonMode(engine, problem);
    const sequential = sequentialMode(problem, { tolerance: 1e-10 });
    expect(sequential.converged).toBe(true);
    expect(distance(sequential.alpha, newton.alpha)).toBeLessThan(1e-8);
    expect(sequential.primal + sequential.dual).toBeLessThan(1e-8 * newton.primal);
  }
});

test("with a free bias it keeps the constraint and finds the same", () => {
  const weights = Float64Array.from({ length: 60 }, (_, i) => 0.5 + (i % 3));
  for (const options of [{}, { weights }]) {
    const problem = problemOf(clouds(60, 2), { ...options, bias: true });
    const newton = newtonMode(engine, problem);
    const { alpha, bias, converged } = sequentialMode(problem, { tolerance: 1e-10 });
    expect(converged).toBe(true);
    expect(distance(alpha, newton.alpha)).toBeLessThan(1e-8);
    expect(bias).toBeCloseTo(newton.bias, 8);
    expect(alpha.reduce((sum, a, i) => sum + problem.rows.signs[i] * a, 0)).toBeCloseTo(0, 10);
  }
});

test("rows that are computed on demand, few of them kept, give the same", () => {
  const problem = problemOf(clouds(60, 3));
  let computed = 0;
  const row = recentRows(60, 8 * 60 * 8, (i) => {
    computed++;
    return problem.kernel.row(i).slice();
  });
  const lazy = { ...problem.kernel, row };
  const kept = sequentialMode(problem, { tolerance: 1e-6 });
  const { alpha, steps } = sequentialMode({ ...problem, kernel: lazy }, { tolerance: 1e-6 });
  expect(distance(alpha, kept.alpha)).toBe(0);
  expect(computed).toBeLessThan(4 * steps);
});

test("one class alone needs one variable at a time", () => {
  const { X } = clouds(12, 4);
  const problem = problemOf({ X, signs: new Float64Array(12).fill(-1) });
  const { alpha, converged } = sequentialMode(problem, { tolerance: 1e-10 });
  expect(converged).toBe(true);
  expect(distance(alpha, newtonMode(engine, problem).alpha)).toBeLessThan(1e-8);
});

test("a limit of updates that was hit is said", () => {
  expect(sequentialMode(problemOf(clouds(60, 5)), { tolerance: 1e-10, maxUpdates: 3 })).toMatchObject({
    converged: false,
    steps: 3,
  });
});
