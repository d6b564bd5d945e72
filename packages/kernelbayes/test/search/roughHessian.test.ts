import { expect, test } from "vitest";
import { NumericalError } from "../../src/errors.ts";
import { roughHessian } from "../../src/search/roughHessian.ts";
import { latentSearch } from "../../src/models/process/search/latentSearch.ts";
import { clouds, engine, latentKernel } from "../models/process/latent/problems.ts";
import { runSync } from "../../src/run/run.ts";

const search = latentSearch(
  engine,
  latentKernel(2, 1, 1),
  { ...clouds(20), squaredDistance: 2 },
  {
    likelihood: "logistic",
    approximation: "laplace",
  },
);
const point = Float64Array.from([0, 0]);
const box = { lower: Float64Array.from([-9, -9]), upper: Float64Array.from([9, 0]) };
/** ½ xᵀ A x with A = [[a, b], [b, c]]. */
const quadratic = (a: number, b: number, c: number) => ({
  ...search,
  box,
  objective: ([x, y]: Float64Array) => ({
    value: 0.5 * (a * x * x + 2 * b * x * y + c * y * y),
    gradient: Float64Array.from([a * x + b * y, b * x + c * y]),
  }),
});

test("a quadratic function has its matrix as curvature, for so many times the rows, also next to a bound", () => {
  const H = runSync(roughHessian(engine, quadratic(4, 1, 3), point, 2));
  [8, 2, 2, 6].forEach((value, at) => expect(H[at]).toBeCloseTo(value, 10));
});

test("curvature that is next to nothing or upside down is made positive", () => {
  const H = runSync(roughHessian(engine, quadratic(-4, 0, 0.01), point, 1));
  [4, 0, 0, 0.5].forEach((value, at) => expect(H[at]).toBeCloseTo(value, 10));
});

test("where the objective fails the curvature is one", () => {
  const failing = {
    ...quadratic(4, 1, 3),
    objective: (): never => {
      throw new NumericalError("not-finite", "no");
    },
  };
  [1, 0, 0, 1].forEach((value, at) =>
    expect(runSync(roughHessian(engine, failing, point, 1))[at]).toBeCloseTo(value, 10),
  );
});

test("the curvature of an evidence is symmetric and positive", () => {
  const H = runSync(roughHessian(engine, search, search.start, 3));
  expect(H).toHaveLength(9);
  for (const [i, j] of [
    [0, 1],
    [0, 2],
    [1, 2],
  ])
    expect(H[3 * i + j]).toBeCloseTo(H[3 * j + i], 10);
  for (const i of [0, 1, 2]) expect(H[4 * i]).toBeGreaterThan(0);
});
