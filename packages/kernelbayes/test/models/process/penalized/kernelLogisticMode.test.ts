import { expect, test } from "vitest";
import { kernelLogisticMode, slopesAt } from "../../../../src/models/process/penalized/kernelLogisticMode.ts";
import { log1pExp } from "../../../../src/numeric/logSumExp.ts";
import { normal, stream } from "../../../../src/random/index.ts";
import { smallProblem, withoutRows, type SmallProblem } from "./problem.ts";

/** ½ aᵀA a + Σ w ln(1 + exp(−y f)), as it is written. */
function objectiveAt({ A, signs, weights }: SmallProblem, a: ArrayLike<number>, b: number): number {
  let total = 0;
  for (let i = 0; i < A.rows; i++) {
    let f = 0;
    for (let j = 0; j < A.rows; j++) f += A.data[i * A.rows + j] * a[j];
    total += 0.5 * a[i] * f + weights[i] * log1pExp(-signs[i] * (f + b));
  }
  return total;
}

test.each([0.5, 2, 20, 1e4])("no point near the mode has a lower objective, C = %d", (C) => {
  const problem = smallProblem(24, C);
  const { coefficients, bias, objective, converged, steps } = kernelLogisticMode(problem.engine, problem.A, problem);
  expect(converged).toBe(true);
  expect(steps).toBeLessThan(20);
  expect(objective).toBeCloseTo(objectiveAt(problem, coefficients, bias), 9);
  const random = stream(5);
  for (let trial = 0; trial < 20; trial++) {
    const moved = coefficients.map((a) => a + 1e-3 * normal(random));
    expect(objectiveAt(problem, moved, bias + 1e-3 * normal(random))).toBeGreaterThan(objective);
  }
});

test("at the mode each coefficient is the slope of its row, and they sum to zero", () => {
  const problem = smallProblem(30, 5);
  const mode = kernelLogisticMode(problem.engine, problem.A, problem);
  const { g } = slopesAt(mode.outputs, problem);
  mode.coefficients.forEach((a, i) => expect(Math.abs(a - g[i])).toBeLessThan(1e-10));
  expect(Math.abs(mode.coefficients.reduce((sum, a) => sum + a, 0))).toBeLessThan(1e-12);
});

test("a start from another C, and one from nowhere, end at the same mode", () => {
  const problem = smallProblem(30, 5);
  const cold = kernelLogisticMode(problem.engine, problem.A, problem);
  const other = smallProblem(30, 8);
  const near = kernelLogisticMode(problem.engine, other.A, problem);
  const astray = { outputs: cold.outputs.map((_, i) => (i % 2 === 0 ? 40 : -40)), bias: 7 };
  for (const start of [near, astray]) {
    const warm = kernelLogisticMode(problem.engine, problem.A, problem, { start });
    expect(warm.converged).toBe(true);
    warm.outputs.forEach((f, i) => expect(Math.abs(f - cold.outputs[i])).toBeLessThan(1e-8));
  }
});

test("a row of weight two is as good as two rows", () => {
  const n = 20;
  const whole = smallProblem(n, 3);
  const weighted = kernelLogisticMode(whole.engine, whole.A, {
    ...whole,
    weights: whole.weights.map((_, i) => (i < 5 ? 2 : 1)),
  });
  const twice = [...Array.from({ length: n }, (_, i) => i), 0, 1, 2, 3, 4];
  const entries = twice.flatMap((i) => twice.map((j) => whole.A.data[i * n + j]));
  const copied = kernelLogisticMode(
    whole.engine,
    { rows: 25, columns: 25, data: Float64Array.from(entries) },
    { signs: Float64Array.from(twice, (i) => whole.signs[i]), weights: new Float64Array(25).fill(1) },
  );
  expect(copied.bias).toBeCloseTo(weighted.bias, 9);
  weighted.outputs.forEach((f, i) => expect(copied.outputs[i]).toBeCloseTo(f, 9));
});

test("rows of one class give a constant that is certain", () => {
  const problem = withoutRows(smallProblem(12, 2), (row) => row % 3 === 0);
  const { bias, coefficients, objective, converged } = kernelLogisticMode(problem.engine, problem.A, problem);
  expect(bias).toBe(Infinity);
  expect([...coefficients]).toEqual(new Array(8).fill(0));
  expect(objective).toBe(0);
  expect(converged).toBe(true);
});

test("a search that is cut short says so", () => {
  const problem = smallProblem(24, 50);
  expect(kernelLogisticMode(problem.engine, problem.A, problem, { maxSteps: 1 }).converged).toBe(false);
});
