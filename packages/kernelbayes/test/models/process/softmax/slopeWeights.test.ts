import { expect, test } from "vitest";
import { selectEngine } from "../../../../src/engine/selectEngine.ts";
import { softmaxLaplace } from "../../../../src/models/process/softmax/laplace.ts";
import { smallProblem } from "./problem.ts";

const engine = selectEngine();

for (const [C, variance] of [
  [2, 4],
  [3, 0.1],
  [3, 500],
  [5, 4],
]) {
  test(`the gradient of the evidence is that of central differences, ${C} classes, variance ${variance}`, () => {
    const { X, rows, kernel } = smallProblem(25, C, variance);
    const evidenceAt = (values: readonly number[]): number =>
      softmaxLaplace(engine, kernel.withValues(values).matrix(engine, X), rows).logEvidence;
    const omega = softmaxLaplace(engine, kernel.matrix(engine, X), rows).slopeWeights();
    const gradient = kernel.gradient(engine, X, omega);
    const values = kernel.parameters.map(({ value }) => value);
    gradient.forEach((slope, j) => {
      const step = 1e-4;
      const [up, down] = [step, -step].map((move) =>
        evidenceAt(values.map((value, k) => (k === j ? value * Math.exp(move) : value))),
      );
      expect(Math.abs(slope - (up - down) / (2 * step))).toBeLessThan(1e-6 * Math.max(1, Math.abs(slope)));
    });
  });
}
