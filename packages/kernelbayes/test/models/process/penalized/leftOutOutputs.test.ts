import { expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import { leftOutOutputs } from "../../../../src/models/process/penalized/leftOutOutputs.ts";
import { kernelLogisticMode } from "../../../../src/models/process/penalized/kernelLogisticMode.ts";
import { smallProblem, withoutRows, type SmallProblem } from "./problem.ts";

/** The output at a row by a fit whose rows have other weights; rows of weight 0 are left out. */
function refitted(problem: SmallProblem, row: number, weights: Float64Array): number {
  const n = problem.signs.length;
  const part = withoutRows({ ...problem, weights }, (i) => weights[i] === 0);
  const { coefficients, bias } = kernelLogisticMode(problem.engine, part.A, part);
  const kept = Array.from(weights.keys()).filter((i) => weights[i] > 0);
  return kept.reduce((sum, j, at) => sum + problem.A.data[row * n + j] * coefficients[at], bias);
}

// The errors of a first-order formula grow with C; these bounds are twice those met here.
test.each([
  [0.5, 0.01],
  [2, 0.06],
  [20, 1.6],
])("outputs without a row agree with refits, C = %d", (C, within) => {
  const problem = smallProblem(40, C);
  const mode = kernelLogisticMode(problem.engine, problem.A, problem);
  const { outputs, omitted } = leftOutOutputs(problem.engine, problem.A, problem, mode);
  expect(omitted).toEqual([]);
  for (let row = 0; row < 40; row++) {
    const weights = problem.weights.map((w, i) => (i === row ? 0 : w));
    expect(Math.abs(outputs[row] - refitted(problem, row, weights))).toBeLessThan(within);
  }
});

test("the formula is right to first order: what a light row leaves of error falls with the square of its weight", () => {
  const errors = [1e-2, 1e-3].map((light) => {
    const problem = smallProblem(
      20,
      20,
      Float64Array.from({ length: 20 }, (_, i) => (i === 4 ? light : 1)),
    );
    const mode = kernelLogisticMode(problem.engine, problem.A, problem);
    const { outputs } = leftOutOutputs(problem.engine, problem.A, problem, mode);
    const without = problem.weights.map((w, i) => (i === 4 ? 0 : w));
    return Math.abs(outputs[4] - refitted(problem, 4, without));
  });
  expect(errors[0]).toBeGreaterThan(1e-7);
  expect(errors[1]).toBeLessThan(0.02 * errors[0]);
});

test("of a row of weight three one unit is left out, of one of weight one half the whole", () => {
  const given = Float64Array.from({ length: 30 }, (_, i) => [1, 3, 0.5][i % 3]);
  const problem = smallProblem(30, 1, given);
  const mode = kernelLogisticMode(problem.engine, problem.A, problem);
  const { outputs } = leftOutOutputs(problem.engine, problem.A, problem, mode);
  for (let row = 0; row < 30; row++) {
    const weights = given.map((w, i) => (i === row ? w - Math.min(1, w) : w));
    expect(Math.abs(outputs[row] - refitted(problem, row, weights))).toBeLessThan(0.02);
  }
});

test("a row far on the wrong side, whose likelihood is straight, keeps its digits", () => {
  const problem = smallProblem(20, 2);
  const mode = kernelLogisticMode(problem.engine, problem.A, problem);
  // Outputs as they would be under a strong prior mean: row 1 is of the class + and has the output −40.
  const outputs = mode.outputs.map((f, i) => (i === 1 ? -40 : f));
  const left = leftOutOutputs(problem.engine, problem.A, problem, { outputs });
  // Without its own site the variance of the row is that given the other rows; g is 1.
  const n = 20;
  const kept = Array.from({ length: n }, (_, i) => i).filter((i) => i !== 1);
  const W = kept.map((i) => 1 / (2 + Math.exp(outputs[i]) + Math.exp(-outputs[i])));
  // [A + W⁻¹, 1; 1ᵀ, 0] by plain elimination.
  const bordered = kept.map((i, at) =>
    [...kept.map((j) => problem.A.data[i * n + j]), 1].map((v, b) => v + (b === at ? 1 / W[at] : 0)),
  );
  bordered.push([...kept.map(() => 1), 0]);
  const right = [...kept.map((i) => problem.A.data[i * n + 1]), 1];
  const solution = solve(bordered, right);
  const variance = problem.A.data[n + 1] - right.reduce((sum, value, at) => sum + value * solution[at], 0);
  expect(left.outputs[1]).toBeCloseTo(-40 - variance, 8);
});

test("the only unit of a class cannot be left out", () => {
  const problem = smallProblem(7, 2);
  const lonely = { ...problem, signs: problem.signs.map((_, i) => (i === 4 ? -1 : 1)) };
  const mode = kernelLogisticMode(problem.engine, problem.A, lonely);
  expect(leftOutOutputs(problem.engine, problem.A, lonely, mode).omitted).toEqual([4]);
  const doubled = { ...lonely, weights: problem.weights.map((_, i) => (i === 4 ? 2 : 1)) };
  expect(leftOutOutputs(problem.engine, problem.A, doubled, mode).omitted).toEqual([]);
});

test("a matrix of zeros leaves the class frequencies of the others", () => {
  const problem = smallProblem(9, 2);
  const zero = matrix(9, 9);
  const mode = kernelLogisticMode(problem.engine, zero, problem);
  const { outputs } = leftOutOutputs(problem.engine, zero, problem, mode);
  // Without one of the six the odds are 5 to 3, without one of the three 6 to 2: to first order.
  outputs.forEach((f, i) => expect(Math.abs(f - Math.log(problem.signs[i] > 0 ? 5 / 3 : 3))).toBeLessThan(0.15));
});

function solve(A: number[][], b: number[]): number[] {
  const n = b.length;
  const M = A.map((row, i) => [...row, b[i]]);
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k; i < n; i++) if (Math.abs(M[i][k]) > Math.abs(M[pivot][k])) pivot = i;
    [M[k], M[pivot]] = [M[pivot], M[k]];
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const factor = M[i][k] / M[k][k];
      for (let j = k; j <= n; j++) M[i][j] -= factor * M[k][j];
    }
  }
  return M.map((row, i) => row[n] / row[i]);
}
