import { expect, test } from "vitest";
import {
  bounded,
  fitIncreasing,
  increasingObjective,
  inOwnUnits,
  inverseOfFree,
  type IncreasingRegression,
} from "../../src/calibration/fitIncreasing.ts";
import { NumericalError } from "../../src/errors.ts";
import { sigmoid } from "../../src/numeric/sigmoid.ts";
import { stream } from "../../src/random/stream.ts";
import { thrown } from "../thrown.ts";

/** Rows of which z and z³ tell the class by the given coefficients. */
function regression(rows: number, line: number, cube: number, seed = 3): IncreasingRegression {
  const random = stream(seed);
  const z = Float64Array.from({ length: rows }, () => 4 * random.uniform() - 2);
  const cubes = z.map((each) => each ** 3);
  return {
    functions: [z, cubes, new Float64Array(rows).fill(1)],
    targets: z.map((each, row) => (random.uniform() < sigmoid(line * each + cube * cubes[row] + 0.3) ? 1 : 0)),
    weights: Float64Array.from({ length: rows }, () => 0.5 + random.uniform()),
    prior: {
      center: [1, 0.5, 0],
      precision: [
        [2, -1, 0],
        [-1, 1, 0],
        [0, 0, 1],
      ],
    },
  };
}

test("gradient and Hessian are those of central differences", () => {
  const objective = increasingObjective(regression(50, 1, 0.5));
  const step = 1e-5;
  for (const at of [
    [1, 0.5, 0],
    [0.2, 2, -1],
    [3, 0, 0.4],
  ]) {
    const point = Float64Array.from(at);
    const { gradient, hessian } = objective(point);
    gradient.forEach((slope, j) => {
      const [above, below] = [step, -step].map((by) => objective(point.with(j, point[j] + by)));
      expect(slope).toBeCloseTo((above.value - below.value) / (2 * step), 6);
      above.gradient.forEach((each, k) =>
        expect(hessian[3 * j + k]).toBeCloseTo((each - below.gradient[k]) / (2 * step), 6),
      );
    });
  }
});

test.each([
  ["no coefficient", 1, 0.5, [false, false, false]],
  ["the first coefficient", -2, 2, [true, false, false]],
  ["the second coefficient", 2, -0.4, [false, true, false]],
  ["both coefficients of what increases", -1, -0.5, [true, true, false]],
] as const)("the minimum holds %s at 0, and is flat in the others", (_, line, cube, expected) => {
  const rows = regression(400, line, cube);
  const found = fitIncreasing(rows, [1, 0.5, 0]);
  expect(found.converged).toBe(true);
  expect(found.isHeld).toEqual(expected);
  found.point.forEach((coefficient, j) => expect(coefficient === 0).toBe(expected[j]));
  found.gradient.forEach((slope, j) => {
    if (!expected[j]) expect(Math.abs(slope)).toBeLessThan(1e-12);
  });
  // Convex, so that no point that is allowed lies lower.
  const random = stream(8);
  for (let trial = 0; trial < 50; trial++) {
    const other = bounded(Array.from(found.point, (coefficient) => coefficient + 0.2 * (random.uniform() - 0.5)));
    expect(increasingObjective(rows)(Float64Array.from(other)).value).toBeGreaterThanOrEqual(found.value);
  }
});

test("the inverse among the free coefficients is 0 elsewhere", () => {
  const matrix = [
    [4, 1, -0.5],
    [1, 3, 0.2],
    [-0.5, 0.2, 2],
  ];
  const all = inverseOfFree(Float64Array.from(matrix.flat()), [false, false, false]);
  matrix.forEach((row, j) =>
    matrix.forEach((_, k) =>
      expect(row.reduce((sum, entry, l) => sum + entry * all[l][k], 0)).toBeCloseTo(Number(j === k), 14),
    ),
  );
  const free = inverseOfFree(Float64Array.from(matrix.flat()), [false, true, false]);
  const determinant = 4 * 2 - 0.25;
  const expected = [
    [2 / determinant, 0, 0.5 / determinant],
    [0, 0, 0],
    [0.5 / determinant, 0, 4 / determinant],
  ];
  free.forEach((row, j) => row.forEach((entry, k) => expect(entry).toBeCloseTo(expected[j][k], 14)));
});

test("information that is singular, or no number, has no inverse", () => {
  for (const entries of [
    [1, 2, 2, 4],
    [0, 0, 0, 0],
    [Number.NaN, 0, 0, 1],
    [Infinity, 0, 0, 1],
  ]) {
    const singular = Float64Array.from(entries);
    expect(thrown(() => inverseOfFree(singular, [false, false]), NumericalError).code).toBe("curve-failed");
  }
  // What is held does not count.
  expect(inverseOfFree(Float64Array.of(0, 0, 0, 4), [true, false])).toEqual([
    [0, 0],
    [0, 0.25],
  ]);
});

test("a covariance in units of its own is that of a linear map of the coefficients", () => {
  const covariance = [
    [0.4, 0.1, -0.2],
    [0.1, 0.3, 0.05],
    [-0.2, 0.05, 0.5],
  ];
  const [unit, shifts] = [2.5, [3, -7]];
  const map = [
    [1 / unit, 0, 0],
    [shifts[0] / unit, 1, 0],
    [shifts[1] / unit, 0, 1],
  ];
  inOwnUnits(covariance, unit, shifts).forEach((row, j) =>
    row.forEach((entry, k) => {
      const expected = covariance.flatMap((values, a) => values.map((value, b) => map[j][a] * value * map[k][b]));
      expect(entry).toBeCloseTo(
        expected.reduce((sum, part) => sum + part, 0),
        14,
      );
    }),
  );
});
