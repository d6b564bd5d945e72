import { expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import { relevanceObjective } from "../../../../src/models/leastSquares/tuned/relevanceObjective.ts";
import { engine, goldenRows } from "../problems.ts";

test("the golden loss and gradient of the column weights are met", () => {
  const { X, signs, weights } = goldenRows();
  const objective = relevanceObjective(engine, { X, signs: [signs], weights }, [0, 1], 8);
  const { value, gradient } = objective(Float64Array.of(Math.log(0.9), Math.log(0.9), Math.log(0.25)));
  expect(value).toBeCloseTo(0.3370651, 7);
  [-0.00264246, -0.0082703, 0.00607063].forEach((expected, j) => expect(gradient[j]).toBeCloseTo(expected, 7));
});

const shapes = ["gaussian", "l1"] as const;

test.each(shapes)(
  "%s: the gradient is that of central differences, for several machines, weights and a shared column",
  (shape) => {
    const { X: narrow, signs } = goldenRows();
    const X = matrix(24, 3);
    for (let i = 0; i < 24; i++) X.data.set([narrow.data[2 * i], narrow.data[2 * i + 1], Math.cos(i)], 3 * i);
    const weights = Float64Array.from({ length: 24 }, (_, i) => 0.4 + (i % 5) * 0.5);
    const others = signs.map((_, i) => (i % 3 ? 1 : -1));
    const objective = relevanceObjective(engine, { X, signs: [signs, others], weights }, [7, 2, 7], 9, shape);
    const point = Float64Array.of(-0.3, 0.4, -1);
    const { gradient } = objective(point);
    expect(gradient.length).toBe(3);
    gradient.forEach((value, j) => {
      const [above, below] = [1e-5, -1e-5].map(
        (step) => objective(point.map((at, k) => (k === j ? at + step : at))).value,
      );
      expect(value).toBeCloseTo((above - below) / 2e-5, 7);
    });
  },
);
