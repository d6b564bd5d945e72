import { expect, test } from "vitest";
import { boundedLbfgs } from "../../src/optimize/boundedLbfgs.ts";
import { nelderMead } from "../../src/optimize/nelderMead.ts";
import { runSync } from "../../src/run/run.ts";
import { quadratic } from "../../src/testing/optimizerProblems.ts";
import { fixture, functions, lowerOf, upperOf } from "./functions.ts";

for (const stored of fixture.simplex) {
  test(`${stored.name} within ${stored.lower} and ${stored.upper} ends where SciPy ends`, () => {
    const optimum = runSync(
      nelderMead((point) => functions[stored.name](point).value, stored.start, {
        lower: lowerOf(stored),
        upper: upperOf(stored),
        pointTolerance: 1e-8,
        valueTolerance: 1e-12,
        maxEvaluations: 5000,
        maxIterations: 5000,
      }),
    );
    expect(optimum).toMatchObject({ converged: true });
    expect(Math.abs(optimum.value - stored.value)).toBeLessThan(1e-10);
    stored.point.forEach((x, j) => expect(Math.abs(optimum.point[j] - x)).toBeLessThan(1e-5));
  });
}

test("the first simplex has edges of the given step, turned inwards at a bound", () => {
  const visited: number[][] = [];
  const record = (point: Float64Array): number => visited.push([...point]);
  runSync(nelderMead(record, [0, 3], { step: 2, lower: -5, upper: [5, 4], maxEvaluations: 3 }));
  expect(visited).toEqual([
    [0, 3],
    [2, 3],
    [0, 1],
  ]);
});

test("bounds near the start do not trap the simplex away from a minimum inside", () => {
  for (let k = 0; k < 100; k++) {
    const objective = quadratic([1, 100], [2 * Math.abs(Math.sin(k + 1)), 2 * Math.abs(Math.cos(3 * k))]);
    const start = [(k % 5) * 0.3, (k % 7) * 0.4];
    const { value, converged } = runSync(nelderMead((point) => objective(point).value, start, { lower: 0 }));
    expect(converged).toBe(true);
    expect(value).toBeLessThan(1e-3);
  }
});

test("a fresh simplex saves most of the searches that end short of a minimum on several bounds", () => {
  let short = 0;
  let shortWithRestart = 0;
  for (let k = 0; k < 100; k++) {
    const center = Array.from({ length: 4 }, (_, j) => 3 * Math.sin(7 * k + j * j + 1));
    const objective = quadratic([1, 30, 100, 10], center);
    const bounds = { lower: [-1, -Infinity, -1, -Infinity], upper: [1.5, 1.5, Infinity, 1.5] };
    const start = center.map((_, j) => Math.cos(k * j + k));
    const from = (restarts: number): number =>
      runSync(nelderMead((point) => objective(point).value, start, { ...bounds, restarts, maxEvaluations: 2000 }))
        .value;
    const { value } = runSync(boundedLbfgs(objective, start, bounds));
    short += Number(from(0) > value + 1e-3);
    shortWithRestart += Number(from(1) > value + 1e-3);
  }
  expect(short).toBeGreaterThan(5);
  expect(shortWithRestart).toBeLessThan(short / 3);
});

test("a place beyond both mirrors has its image between them", () => {
  const visited: number[] = [];
  const objective = ([x]: Float64Array): number => {
    return -visited.push(x);
  };
  // Every value being lower than the last, the simplex runs through the places 0.1, 0.4, 0.7, 1, 1.6, 2.2.
  runSync(nelderMead(objective, [0.1], { lower: 0, upper: 0.5, step: 0.3, maxEvaluations: 6 }));
  [0.1, 0.4, 0.3, 0, 0.4, 0.2].forEach((x, k) => expect(visited[k]).toBeCloseTo(x, 12));
});

test("what ends within tolerance of a bound is compared with the bound, and stays where it is lower", () => {
  const visited: number[] = [];
  const objective = ([x]: Float64Array): number => {
    visited.push(x);
    return (x - 0.9996) ** 2;
  };
  const { point, atBounds } = runSync(nelderMead(objective, [0.3], { upper: 1, pointTolerance: 1e-3, step: 0.1 }));
  expect(visited.at(-1)).toBe(1);
  expect(atBounds).toEqual([]);
  expect(Math.abs(point[0] - 0.9996)).toBeLessThan(1e-3);
});

test("the step must be positive and the restarts a whole number", () => {
  expect(() => runSync(nelderMead(() => 1, [0], { restarts: -1 }))).toThrow(
    "restarts must be a whole number of at least 0",
  );
  expect(() => runSync(nelderMead(() => 1, [0], { step: -1 }))).toThrow("step must be greater than 0; got -1.");
});
