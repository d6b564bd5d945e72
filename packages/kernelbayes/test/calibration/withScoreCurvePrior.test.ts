import { expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import { withScoreCurvePrior } from "../../src/calibration/withScoreCurvePrior.ts";
import { fromRows } from "../../src/matrix/index.ts";
import { expectClose } from "../evaluate/expectClose.ts";
import { engines } from "../kernels/engines.ts";

const C = 4;
const nothing = () => ({ value: 0, gradient: new Float64Array(C), hessian: matrix(C, C) });
// Parameters (a, o₁, o₂, o₃) of an objective whose slope is a/2, and whose offsets move with it.
const jacobian = fromRows([
  [0.5, 0, 0, 0],
  [-0.3, 1, 0, 0],
  [0.7, 0, 1, 0],
  [1.1, 0, 0, 1],
]);
const point = Float64Array.of(0.8, -0.4, 1.2, 0.3);

for (const engine of engines) {
  const objective = withScoreCurvePrior(engine, nothing, jacobian);

  test(`the prior is ½ (slope − 1)² + ½ Σ (offset − mean)², on the engine ${engine.name}`, () => {
    const [slope, ...others] = engine.multiply(jacobian, matrix(C, 1, point)).data;
    const offsets = [0, ...others];
    const mean = offsets.reduce((sum, offset) => sum + offset / C, 0);
    const expected = 0.5 * (slope - 1) ** 2 + offsets.reduce((sum, offset) => sum + 0.5 * (offset - mean) ** 2, 0);
    expect(objective(point).value).toBeCloseTo(expected, 13);
  });

  test(`its gradient and curvature agree with central differences, on the engine ${engine.name}`, () => {
    const { gradient, hessian } = objective(point);
    const step = 1e-4;
    for (let j = 0; j < C; j++) {
      const [up, down] = [step, -step].map((by) => objective(point.map((value, k) => (k === j ? value + by : value))));
      expect((up.value - down.value) / (2 * step)).toBeCloseTo(gradient[j], 9);
      expectClose(
        up.gradient.map((value, k) => (value - down.gradient[k]) / (2 * step)),
        hessian.data.subarray(j * C, (j + 1) * C),
        1e-9,
      );
    }
  });
}
