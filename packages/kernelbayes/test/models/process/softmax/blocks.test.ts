import { expect, test } from "vitest";
import { selectEngine } from "../../../../src/engine/selectEngine.ts";
import { matrix } from "../../../../src/engine/matrix.ts";
import { softmaxBlocks, solveCurvature } from "../../../../src/models/process/softmax/blocks.ts";
import { softmaxLikelihood } from "../../../../src/models/process/softmax/labelledRows.ts";
import { addMatrices, identity } from "../../../../src/matrix/index.ts";
import { smallSolver } from "../../../../src/optimize/smallSolver.ts";
import { normal, stream } from "../../../../src/random/index.ts";
import { denseMatrices, smallProblem } from "./problem.ts";

const engine = selectEngine();

for (const C of [2, 3, 5]) {
  const { X, rows, kernel } = smallProblem(14, C);
  const K = kernel.matrix(engine, X);
  const random = stream(5);
  const f = matrix(
    14,
    C,
    Float64Array.from({ length: 14 * C }, () => 2 * normal(random)),
  );
  const { probabilities } = softmaxLikelihood(rows, f);
  const blocks = softmaxBlocks(engine, K, probabilities, rows.weights);
  const dense = denseMatrices(K, probabilities, rows.weights);
  const system = addMatrices(identity(14 * C), engine.multiply(dense.W, dense.K));

  test(`the blocks of ${C} classes have the determinant of the dense I + W K, weights included`, () => {
    expect(Math.abs(blocks.logDeterminant - logDeterminantOf(system.data, 14 * C))).toBeLessThan(1e-11);
  });

  test(`solving by the blocks of ${C} classes solves with the dense I + W K`, () => {
    const V = matrix(
      14,
      C,
      Float64Array.from({ length: 14 * C }, () => normal(random)),
    );
    const byBlocks = solveCurvature(engine, blocks, K, V);
    const solve = smallSolver(system.data, 14 * C);
    const stacked = Float64Array.from({ length: 14 * C }, (_, at) => V.data[(at % 14) * C + Math.floor(at / 14)]);
    const whole = solve?.(stacked) ?? new Float64Array();
    whole.forEach((value, at) =>
      expect(Math.abs(byBlocks.data[(at % 14) * C + Math.floor(at / 14)] - value)).toBeLessThan(1e-12),
    );
  });
}

test("a class that is out of the question in a row does not stop the factorization", () => {
  const { X, rows, kernel } = smallProblem(6, 3);
  const f = matrix(6, 3);
  f.data[0] = 2000;
  const { probabilities } = softmaxLikelihood(rows, f);
  expect(probabilities.data[1]).toBe(0);
  expect(
    Number.isFinite(softmaxBlocks(engine, kernel.matrix(engine, X), probabilities, rows.weights).logDeterminant),
  ).toBe(true);
});

/** log |A| by elimination with pivots, for a matrix of positive determinant. */
function logDeterminantOf(entries: Float64Array, size: number): number {
  const a = entries.slice();
  let log = 0;
  for (let k = 0; k < size; k++) {
    let pivot = k;
    for (let i = k + 1; i < size; i++) if (Math.abs(a[i * size + k]) > Math.abs(a[pivot * size + k])) pivot = i;
    for (let j = 0; j < size; j++) [a[k * size + j], a[pivot * size + j]] = [a[pivot * size + j], a[k * size + j]];
    log += Math.log(Math.abs(a[k * size + k]));
    for (let i = k + 1; i < size; i++) {
      const factor = a[i * size + k] / a[k * size + k];
      for (let j = k; j < size; j++) a[i * size + j] -= factor * a[k * size + j];
    }
  }
  return log;
}
