import { expect, test } from "vitest";
import { nelderMead } from "../../src/optimize/nelderMead.ts";
import { runSync } from "../../src/run/runSync.ts";
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

test("a fresh simplex escapes from one that has collapsed onto a bound", () => {
  // Lower along the bound x = 0 at first, but lower still behind a ridge inside.
  const objective = ([x, y]: Float64Array): number => (x < 0.05 ? 10 * x : 0.5 - 3 * (x - 0.05)) + (y - 1) ** 2;
  const options = { lower: [0, -5], upper: [2, 5], step: 0.04 };
  const single = runSync(nelderMead(objective, [0.01, 0.9], { ...options, restarts: 0 }));
  const twice = runSync(nelderMead(objective, [0.01, 0.9], { ...options, restarts: 1 }));
  expect(twice.evaluations).toBeGreaterThan(single.evaluations);
  expect(twice.value).toBeLessThanOrEqual(single.value);
});

test("the step must be positive", () => {
  expect(() => runSync(nelderMead(() => 1, [0], { step: -1 }))).toThrow("step must be greater than 0; got -1.");
});
