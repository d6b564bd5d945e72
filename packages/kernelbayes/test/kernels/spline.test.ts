import { describe, expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import { spline } from "../../src/kernels/index.ts";
import { engines } from "./engines.ts";

const [engine] = engines;

/** 1 + xz + ∫₀ (x − t)₊ (z − t)₊ dt by Simpson's rule, which is exact for the quadratic between 0 and min(x, z). */
function byIntegral(x: number, z: number): number {
  const m = Math.min(x, z);
  const f = (t: number): number => (x - t) * (z - t);
  return 1 + x * z + (m / 6) * (f(0) + 4 * f(m / 2) + f(m));
}

describe("in one column", () => {
  test("it is the integral of its definition", () => {
    for (const [x, z] of [
      [0.3, 2],
      [2, 0.3],
      [1, 1],
      [0, 1],
    ]) {
      expect(spline().evaluate([x], [z])).toBeCloseTo(byIntegral(x, z), 14);
    }
  });

  test("it is the same for two values of the other sign", () => {
    expect(spline().evaluate([-0.3], [-2])).toBe(spline().evaluate([0.3], [2]));
  });

  test("values on either side of 0 share a straight line only", () => {
    expect(spline().evaluate([-0.5], [2])).toBe(0);
    expect(spline().evaluate([-0.25], [2])).toBe(0.5);
  });

  const both = Float64Array.from({ length: 41 }, (_, index) => (index - 20) / 5);

  test("it is positive semidefinite on both sides of 0", () => {
    const { values } = engine.eigenSymmetric(spline().matrix(engine, matrix(41, 1, both)));
    expect(values[0]).toBeGreaterThan(-1e-13 * values[40]);
  });

  test("the formula with min(x, z) would not be, which is why negative values are mirrored", () => {
    const K = matrix(41, 41);
    both.forEach((x, a) =>
      both.forEach((z, b) => {
        const m = Math.min(x, z);
        K.data[a * 41 + b] = 1 + x * z + x * z * m - ((x + z) / 2) * m ** 2 + m ** 3 / 3;
      }),
    );
    const { values } = engine.eigenSymmetric(K);
    expect(values[0]).toBeLessThan(-1e-3 * values[40]);
  });
});

test("in several columns it is the product over them, and positive semidefinite on a grid around 0", () => {
  const kernel = spline();
  expect(kernel.evaluate([0.3, -2], [1, -1])).toBe(kernel.evaluate([0.3], [1]) * kernel.evaluate([-2], [-1]));
  const points = [-2, -1, -0.5, 0, 0.5, 1, 2];
  const grid = points.flatMap((a) => points.flatMap((b) => [a, b]));
  const { values } = engine.eigenSymmetric(kernel.matrix(engine, matrix(49, 2, Float64Array.from(grid))));
  expect(values[0]).toBeGreaterThan(-1e-13 * values[48]);
});

test("it has no parameter and gives itself back", () => {
  const kernel = spline();
  expect(kernel.withValues([])).toBe(kernel);
  expect(kernel.forColumns([0])).toBe(kernel);
});
