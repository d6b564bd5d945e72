import { expect, test } from "vitest";
import { projectedNewton, type ConvexObjective } from "../../src/optimize/projectedNewton.ts";
import { freeSolver } from "../../src/optimize/smallSolver.ts";

/** ½ xᵀHx − bᵀx + Σ exp(x − c). */
function objectiveOf(H: readonly number[], b: readonly number[], c = 3): ConvexObjective {
  const size = b.length;
  return (x) => {
    const bump = x.map((each) => Math.exp(each - c));
    const product = x.map((_, j) => x.reduce((sum, each, k) => sum + H[j * size + k] * each, 0));
    return {
      value: x.reduce((sum, each, j) => sum + each * (0.5 * product[j] - b[j]) + bump[j], 0),
      gradient: product.map((each, j) => each - b[j] + bump[j]),
      hessian: Float64Array.from(H, (entry, at) => entry + (at % (size + 1) === 0 ? bump[at / (size + 1)] : 0)),
    };
  };
}

test.each([
  ["no bound is met", [2, 0.5, 0.5, 1], [3, 2], [false, false]],
  ["a coordinate is held at its bound", [2, 0.5, 0.5, 1], [-4, 2], [true, false]],
  ["a coordinate that wants to rise is pushed down by another", [2, 1.9, 1.9, 2], [0.1, 8], [true, false]],
])("the minimum is flat to rounding in what is free, where %s", (_, H, b, isHeld) => {
  const found = projectedNewton(objectiveOf(H, b), Float64Array.of(0, 0), 2);
  expect(found.converged).toBe(true);
  expect(found.isHeld).toEqual(isHeld);
  found.point.forEach((x, k) => {
    if (isHeld[k]) expect(x).toBe(0);
    else expect(Math.abs(found.gradient[k])).toBeLessThan(1e-14);
  });
});

test("coordinates behind the bounded ones may be negative", () => {
  const { point } = projectedNewton(objectiveOf([1, 0, 0, 1], [-4, -4]), Float64Array.of(1, 1), 1);
  expect(point[0]).toBe(0);
  expect(point[1]).toBeLessThan(-3);
});

test("a start at the minimum is the end", () => {
  const square: ConvexObjective = ([x]) => ({
    value: x * x,
    gradient: Float64Array.of(2 * x),
    hessian: Float64Array.of(2),
  });
  expect(projectedNewton(square, Float64Array.of(0), 0)).toMatchObject({ value: 0, converged: true });
});

test("without curvature the step follows the gradient", () => {
  const tilted: ConvexObjective = ([x]) => ({
    value: x < 1 ? 1 - x : 1e3 * (x - 1) ** 2,
    gradient: Float64Array.of(x < 1 ? -1 : 2e3 * (x - 1)),
    hessian: Float64Array.of(x < 1 ? 0 : 2e3),
  });
  const { point, converged } = projectedNewton(tilted, Float64Array.of(0), 0);
  expect([point[0], converged]).toEqual([1, true]);
});

test("a gradient that leads nowhere is no convergence", () => {
  const wrong: ConvexObjective = ([x]) => ({
    value: 1 + x,
    gradient: Float64Array.of(-1),
    hessian: Float64Array.of(1),
  });
  expect(projectedNewton(wrong, Float64Array.of(0), 0).converged).toBe(false);
  const none: ConvexObjective = () => ({
    value: Number.NaN,
    gradient: Float64Array.of(Number.NaN),
    hessian: Float64Array.of(1),
  });
  expect(projectedNewton(none, Float64Array.of(0), 0).converged).toBe(false);
});

test("a solution among free coordinates is 0 in those that are held", () => {
  const solve = freeSolver(Float64Array.of(4, 1, 1, 1, 3, 1, 1, 1, 2), [false, true, false]);
  // [4 1; 1 2] (x, z) = (6, 5)
  expect(Array.from(solve?.(Float64Array.of(6, 9, 5)) ?? [])).toEqual([1, 0, 2]);
  expect(freeSolver(Float64Array.of(0, 0, 0, 0), [false, false])).toBe(undefined);
});
