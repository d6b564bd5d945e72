import { expect, test } from "vitest";
import { selectEngine } from "../../../../src/engine/selectEngine.ts";
import { softmaxMode } from "../../../../src/models/process/softmax/mode.ts";
import { rowCovariances } from "../../../../src/models/process/softmax/rowCovariances.ts";
import { addMatrices, identity } from "../../../../src/matrix/index.ts";
import { smallSolver } from "../../../../src/optimize/smallSolver.ts";
import { denseMatrices, smallProblem } from "./problem.ts";

const engine = selectEngine();

for (const variance of [0.5, 4, 1000]) {
  test(`the covariances of rows are those of the dense posterior (I + K W)⁻¹ K, variance ${variance}`, () => {
    const [n, C] = [12, 3];
    const { X, rows, kernel } = smallProblem(n, C, variance);
    const K = kernel.matrix(engine, X);
    const { blocks, likelihood } = softmaxMode(engine, K, rows);
    const { covariances } = rowCovariances(K, blocks);
    const dense = denseMatrices(K, likelihood.probabilities, rows.weights);
    const solve = smallSolver(addMatrices(identity(n * C), engine.multiply(dense.K, dense.W)).data, n * C);
    for (let i = 0; i < n; i++) {
      for (let d = 0; d < C; d++) {
        const prior = Float64Array.from({ length: n * C }, (_, at) => dense.K.data[at * n * C + d * n + i]);
        const whole = solve?.(prior) ?? new Float64Array();
        for (let c = 0; c < C; c++) {
          const difference = covariances.data[(i * C + c) * C + d] - whole[c * n + i];
          expect(Math.abs(difference)).toBeLessThan(1e-10 * (variance + 1));
        }
      }
    }
  });
}
