import { describe, expect, test } from "vitest";
import { scoreCurveObjective } from "../../src/calibration/scoreCurveObjective.ts";
import { fromRows } from "../../src/matrix/index.ts";
import { normal, stream } from "../../src/random/index.ts";
import { expectClose } from "../evaluate/expectClose.ts";
import { softmax } from "../models/naive.ts";

describe.each([2, 3, 5])("with %i classes", (C) => {
  const random = stream(8, C);
  const n = 12;
  const scores = Array.from({ length: n }, () => Array.from({ length: C }, () => 2 * normal(random)));
  const classes = Int32Array.from({ length: n }, (_, i) => i % C);
  const weights = Float64Array.from({ length: n }, (_, i) => 0.5 + (i % 3));
  const targets = Array.from({ length: C }, (_, q) =>
    Array.from({ length: C }, (_, c) => (c === q ? 0.9 : 0.1 / (C - 1))),
  );
  const objective = scoreCurveObjective(fromRows(scores), classes, weights, fromRows(targets));
  const points = [0.3, -0.7, 1.4].map((slope) =>
    Float64Array.from({ length: C }, (_, c) => (c === 0 ? slope : normal(random))),
  );

  test("the value is the cross entropy of the targets and the softmax", () => {
    for (const point of points) {
      const naive = scores.reduce((sum, row, i) => {
        const p = softmax(row.map((score, c) => point[0] * score + (c > 0 ? point[c] : 0)));
        return sum - weights[i] * targets[classes[i]].reduce((s, target, c) => s + target * Math.log(p[c]), 0);
      }, 0);
      expect(objective(point).value).toBeCloseTo(naive, 11);
    }
  });

  test("gradient and curvature agree with central differences", () => {
    const step = 1e-5;
    for (const point of points) {
      const { gradient, hessian } = objective(point);
      for (let j = 0; j < C; j++) {
        const [up, down] = [step, -step].map((by) =>
          objective(point.map((value, k) => (k === j ? value + by : value))),
        );
        expect((up.value - down.value) / (2 * step)).toBeCloseTo(gradient[j], 7);
        expectClose(
          up.gradient.map((value, k) => (value - down.gradient[k]) / (2 * step)),
          hessian.data.subarray(j * C, (j + 1) * C),
          1e-7,
        );
      }
    }
  });
});
