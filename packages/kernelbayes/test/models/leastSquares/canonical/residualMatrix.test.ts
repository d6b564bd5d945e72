import { expect, test } from "vitest";
import type { Matrix } from "../../../../src/engine/matrix.ts";
import { kernelForm } from "../../../../src/models/leastSquares/canonical/canonicalForm.ts";
import { kernelGradient, residualMatrix } from "../../../../src/models/leastSquares/canonical/residualMatrix.ts";
import { leaveOneOutAt, responseOf } from "../../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import { gaussian } from "../../../../src/kernels/gaussian.ts";
import { engine, rowsOf } from "../problems.ts";

const mu = 0.4;

function sumOfCubes(K: Matrix, signs: Float64Array, weights: Float64Array, bias: "none" | "free"): number {
  const form = kernelForm(engine, K, "function", { weights, bias });
  const { residuals } = leaveOneOutAt(engine, form, responseOf(engine, form, signs), Math.log(mu));
  return residuals.reduce((sum, residual) => sum + residual ** 3, 0);
}

test.each(["none", "free"] as const)("a criterion's gradient in the kernel is that of differences, bias %s", (bias) => {
  const { X, signs, weights } = rowsOf(18, { weighted: true });
  const kernel = gaussian({ lengthScale: [0.8, 1.7] });
  const K = kernel.matrix(engine, X);
  const form = kernelForm(engine, K, "function", { weights, bias });
  const response = responseOf(engine, form, signs);
  const { residuals } = leaveOneOutAt(engine, form, response, Math.log(mu));
  const slopes = residuals.map((residual) => 3 * residual ** 2);
  const W = kernelGradient(engine, residualMatrix(engine, form, response, mu), form.rootWeights, residuals, slopes, mu);
  const gradient = kernel.gradient(engine, X, W);
  const step = 1e-5;
  gradient.forEach((value, j) => {
    const [above, below] = [step, -step].map((shift) => {
      const values = kernel.parameters.map((parameter, k) => parameter.value * (k === j ? Math.exp(shift) : 1));
      return sumOfCubes(kernel.withValues(values).matrix(engine, X), signs, weights, bias);
    });
    expect(value).toBeCloseTo((above - below) / (2 * step), 5);
  });
});
