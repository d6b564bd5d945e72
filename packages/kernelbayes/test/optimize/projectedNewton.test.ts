import { describe, expect, test } from "vitest";
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

describe("an objective with negative curvature", () => {
  /** ½ x² − ½ y² + xy·mixed: a saddle, whose value falls without end. */
  const saddle =
    (mixed: number): ConvexObjective =>
    ([x, y]) => ({
      value: 0.5 * x * x - 0.5 * y * y + mixed * x * y,
      gradient: Float64Array.of(x + mixed * y, mixed * x - y),
      hessian: Float64Array.of(1, mixed, mixed, -1),
    });

  test.each([
    ["promises a rise", 1, 2],
    ["promises nothing", 1, 1],
    ["leads to the saddle", 2, 1],
    ["starts at the saddle", 0, 0],
  ])("has no minimum where the Newton step %s", (_, x, y) => {
    for (const mixed of [0, 0.3]) {
      expect(projectedNewton(saddle(mixed), Float64Array.of(x, y), 0).converged).toBe(false);
    }
  });

  test("has none where the promised fall drowns in the rounding of the value", () => {
    const tilted: ConvexObjective = () => ({
      value: 1e12,
      gradient: Float64Array.of(2, 1),
      hessian: Float64Array.of(1, 0, 0, -1),
    });
    expect(projectedNewton(tilted, Float64Array.of(0, 0), 0).converged).toBe(false);
  });

  test("has none either where its diagonal is positive, or zero", () => {
    for (const diagonal of [0, 1]) {
      const indefinite: ConvexObjective = ([x, y]) => ({
        value: diagonal * (x * x + y * y) + 3 * x * y,
        gradient: Float64Array.of(2 * diagonal * x + 3 * y, 2 * diagonal * y + 3 * x),
        hessian: Float64Array.of(2 * diagonal, 3, 3, 2 * diagonal),
      });
      expect(projectedNewton(indefinite, Float64Array.of(0, 0), 0).converged).toBe(false);
    }
  });

  test("has a minimum where that coordinate is held at its bound", () => {
    const held: ConvexObjective = ([x, y]) => ({
      value: x - 0.5 * x * x + y * y,
      gradient: Float64Array.of(1 - x, 2 * y),
      hessian: Float64Array.of(-1, 0, 0, 2),
    });
    expect(projectedNewton(held, Float64Array.of(0, 1), 1)).toMatchObject({ isHeld: [true, false], converged: true });
  });
});

test("a minimum in units that differ by many orders, or with a direction without curvature, is one", () => {
  const forms = [
    [1e-20, 0.9, 0.9, 1e20],
    [1e20, -0.9, -0.9, 1e-20],
    [1, 1, 1, 1],
    [0, 0, 0, 1],
  ];
  for (const [a, b, , c] of forms) {
    const form: ConvexObjective = ([x, y]) => ({
      value: 0.5 * (a * x * x + c * y * y) + b * x * y,
      gradient: Float64Array.of(a * x + b * y, b * x + c * y),
      hessian: Float64Array.of(a, b, b, c),
    });
    expect(projectedNewton(form, Float64Array.of(0, 0), 0).converged).toBe(true);
  }
});

test("a solution among free coordinates is 0 in those that are held", () => {
  const solve = freeSolver(Float64Array.of(4, 1, 1, 1, 3, 1, 1, 1, 2), [false, true, false]);
  // [4 1; 1 2] (x, z) = (6, 5)
  expect(Array.from(solve?.(Float64Array.of(6, 9, 5)) ?? [])).toEqual([1, 0, 2]);
  expect(freeSolver(Float64Array.of(0, 0, 0, 0), [false, false])).toBe(undefined);
});
