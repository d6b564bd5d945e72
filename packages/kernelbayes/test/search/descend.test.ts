import { expect, test } from "vitest";
import { NumericalError } from "../../src/errors.ts";
import { descend } from "../../src/search/descend.ts";
import type { Objective } from "../../src/optimize/optimizer.ts";
import { runSync } from "../../src/run/run.ts";

/** 50 (a − 0.3)² + 2 (b + 1)² + 5 (a − 0.3)(b + 1). */
const bowl: Objective = ([a, b]) => {
  const [x, y] = [a - 0.3, b + 1];
  return { value: 50 * x * x + 2 * y * y + 5 * x * y, gradient: Float64Array.from([100 * x + 5 * y, 4 * y + 5 * x]) };
};
const open = { lower: new Float64Array(2).fill(-8), upper: new Float64Array(2).fill(8) };

test("with the true curvature one step is enough, and the next is not tried", () => {
  const hessian = Float64Array.from([100, 5, 5, 4]);
  const { point, evaluations, converged } = runSync(descend(bowl, [0.1, -0.5], { hessian, box: open }));
  expect(point[0]).toBeCloseTo(0.3, 12);
  expect(point[1]).toBeCloseTo(-1, 12);
  expect(evaluations).toBe(2);
  expect(converged).toBe(true);
});

test("a curvature that is wrong is learned", () => {
  const hessian = Float64Array.from([30, 0, 0, 30]);
  const { value, converged } = runSync(
    descend(bowl, [0.1, 0.5], { hessian, box: open, tolerance: 1e-8, maxEvaluations: 40 }),
  );
  expect(converged).toBe(true);
  expect(value).toBeLessThan(1e-6);
});

test("bounds hold, and are reported", () => {
  const box = { lower: Float64Array.from([-8, -0.2]), upper: Float64Array.from([8, 8]) };
  const hessian = Float64Array.from([100, 5, 5, 4]);
  const { point, atBounds } = runSync(descend(bowl, [0.1, 0.5], { hessian, box, tolerance: 1e-8 }));
  expect(point[1]).toBe(-0.2);
  expect(point[0]).toBeCloseTo(0.3 - (5 * 0.8) / 100, 8);
  expect(atBounds).toEqual([1]);
});

test("a step into a place that fails is shortened, and a start that fails is an error", () => {
  const partly: Objective = (point) => {
    if (point[0] > 0.25) throw new NumericalError("not-positive-definite", "no");
    return bowl(point);
  };
  const hessian = Float64Array.from([100, 5, 5, 4]);
  const { point, value, status } = runSync(descend(partly, [0, -1], { hessian, box: open }));
  expect(point[0]).toBeGreaterThan(0);
  expect(value).toBeLessThan(bowl(Float64Array.from([0, -1])).value);
  expect(status).toMatch(/no step|stopped/);
  expect(() => runSync(descend(partly, [1, 0], { hessian, box: open }))).toThrow(NumericalError);
});

test("the number of evaluations is bounded, and its end said", () => {
  const hessian = Float64Array.from([4000, 0, 0, 4000]);
  const end = runSync(descend(bowl, [0.1, 0.5], { hessian, box: open, tolerance: 1e-12, maxEvaluations: 3 }));
  expect(end).toMatchObject({ evaluations: 3, converged: false, status: "stopped after 3 evaluations" });
});

test("a step that would lead past a bound goes on within it to the minimum there", () => {
  // ½ xᵀHx − gᵀx with coordinates that depend on each other: cut off at the bound of one, the full step would lead up.
  const H = Float64Array.of(1, 0.95, 0.95, 1);
  const valley = (x: Float64Array): { value: number; gradient: Float64Array } => {
    const gradient = Float64Array.of(H[0] * x[0] + H[1] * x[1] - 3, H[2] * x[0] + H[3] * x[1] - 2.5);
    const curved = x[0] * (H[0] * x[0] + H[1] * x[1]) + x[1] * (H[2] * x[0] + H[3] * x[1]);
    return { value: 0.5 * curved - 3 * x[0] - 2.5 * x[1], gradient };
  };
  const box = { lower: Float64Array.of(-10, -10), upper: Float64Array.of(0.5, 10) };
  const found = runSync(descend(valley, [0, 0], { hessian: H, box, tolerance: 1e-9 }));
  expect(found.point[0]).toBe(0.5);
  expect(found.point[1]).toBeCloseTo(2.5 - 0.95 * 0.5, 6);
  expect(found.gradientNorm).toBeLessThan(1e-6);
});
