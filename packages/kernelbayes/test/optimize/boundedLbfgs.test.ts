import { expect, test } from "vitest";
import { boundedLbfgs } from "../../src/optimize/boundedLbfgs.ts";
import type { Objective } from "../../src/optimize/optimizer.ts";
import { runSync } from "../../src/run/run.ts";
import { quadratic, rosenbrock } from "../../src/testing/optimizerProblems.ts";
import { fixture, functions, lowerOf, upperOf } from "./functions.ts";

for (const stored of fixture.bounded) {
  test(`${stored.name} from ${stored.start} within ${stored.lower} and ${stored.upper} ends where SciPy ends`, () => {
    const limits = { maxEvaluations: 5000, maxIterations: 5000, gradientTolerance: 1e-9, valueTolerance: 0 };
    const bounds = { lower: lowerOf(stored), upper: upperOf(stored) };
    const optimum = runSync(boundedLbfgs(functions[stored.name], stored.start, { ...limits, ...bounds }));
    expect(optimum).toMatchObject({ converged: true });
    expect(Math.abs(optimum.value - stored.value)).toBeLessThan(1e-9 * Math.max(1, stored.value));
    // Powell's function is flat to the fourth order at its free minimum.
    const tolerance = stored.name === "powell" && stored.value < 1e-9 ? 3e-3 : 1e-5;
    stored.point.forEach((x, j) => expect(Math.abs(optimum.point[j] - x)).toBeLessThan(tolerance));
    const active = stored.point.flatMap((x, j) => (x === stored.lower[j] || x === stored.upper[j] ? [j] : []));
    expect(optimum.atBounds).toEqual(active);
    // Where the curvature is 1e8, the rounding of a coordinate alone makes a gradient of 1e-7, that of the value one of 1e-4.
    expect(optimum.gradientNorm).toBeLessThan(stored.name === "illConditioned" ? 1e-3 : 1e-6);
  });
}

const line = (value: (x: number) => number, slope: (x: number) => number): Objective => {
  return ([x]) => ({ value: value(x), gradient: Float64Array.of(slope(x)) });
};

test("a quadratic with condition number 1e8 is solved to a gradient of 1e-6 within 150 evaluations", () => {
  const objective = quadratic([1, 1e2, 1e4, 1e6, 1e8], [1, 2, 3, 4, 5]);
  const optimum = runSync(boundedLbfgs(objective, [0, 0, 0, 0, 0], { valueTolerance: 0 }));
  expect(optimum.converged).toBe(true);
  expect(optimum.gradientNorm).toBeLessThanOrEqual(1e-6);
  expect(optimum.evaluations).toBeLessThan(150);
});

test("the valley of Rosenbrock in 10 dimensions is walked to its end", () => {
  const optimum = runSync(boundedLbfgs(rosenbrock, new Float64Array(10).fill(-1.2)));
  optimum.point.forEach((x) => expect(x).toBeCloseTo(1, 5));
});

test("a memory of one step is enough for a quadratic", () => {
  const optimum = runSync(boundedLbfgs(quadratic([1, 3, 9], [1, 2, 3]), [0, 0, 0], { memory: 1 }));
  expect(optimum.status).toBe("the gradient is below its tolerance");
});

test("a value that falls by less than its tolerance ends the search", () => {
  const optimum = runSync(boundedLbfgs(rosenbrock, [-1.2, 1], { valueTolerance: 0.5 }));
  expect(optimum).toMatchObject({ converged: true, status: "the value falls by less than its tolerance" });
});

test("a tolerance that rounding forbids ends in words about rounding, converged", () => {
  const objective = line(
    (x) => 1e6 + (x - 1 / 3) ** 2,
    (x) => 2 * (x - 1 / 3) + 1e-9,
  );
  const optimum = runSync(boundedLbfgs(objective, [2], { gradientTolerance: 0, valueTolerance: 0 }));
  expect(optimum).toMatchObject({ converged: true, status: "the value cannot fall further beyond rounding" });
});

test("a gradient that underflows leaves no direction, which counts as rounding", () => {
  const objective = line(
    (x) => 1e-200 * x,
    () => 1e-200,
  );
  const optimum = runSync(boundedLbfgs(objective, [1], { gradientTolerance: 0 }));
  expect(optimum).toMatchObject({ converged: true, evaluations: 1 });
});

test("at the foot of a jump it stops, not converged, with words about the jump", () => {
  const objective = line(
    (x) => x + (x < 1 ? 5 : 0),
    () => 1,
  );
  const optimum = runSync(boundedLbfgs(objective, [4], { lower: -10 }));
  expect(optimum.converged).toBe(false);
  expect(optimum.status).toBe("no lower point was found along the gradient; the objective may jump here");
  expect(optimum.point[0]).toBeCloseTo(1, 4);
  expect(optimum.evaluations).toBeLessThan(100);
});

test("a fixed coordinate stays, and is not called one at its bound", () => {
  const optimum = runSync(boundedLbfgs(rosenbrock, [0, 3], { lower: [-5, 0.25], upper: [5, 0.25] }));
  expect(optimum.point[1]).toBe(0.25);
  expect(optimum.point[0]).toBeCloseTo(0.5, 2);
  expect(optimum.atBounds).toEqual([]);
});

test("an objective without a lower end stops at a limit", () => {
  const objective = line(
    (x) => -x,
    () => -1,
  );
  expect(runSync(boundedLbfgs(objective, [0], { maxIterations: 5 })).status).toBe("stopped after 5 iterations");
});

test("memory and line evaluations must be whole numbers", () => {
  const search = (options: object) => () => runSync(boundedLbfgs(rosenbrock, [1, 1], options));
  expect(search({ memory: 0 })).toThrow("memory must be a whole number of at least 1; got 0.");
  expect(search({ memory: 2.5 })).toThrow("memory");
  expect(search({ maxLineEvaluations: 0 })).toThrow("maxLineEvaluations");
});
