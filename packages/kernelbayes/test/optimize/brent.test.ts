import { expect, test } from "vitest";
import { brent } from "../../src/optimize/brent.ts";
import { runSync } from "../../src/run/run.ts";
import { curves, fixture } from "./functions.ts";

for (const { name, lower, upper, value, point } of fixture.curves) {
  test(`${name}: the minimum is the one SciPy finds, or lower`, () => {
    const optimum = runSync(brent(curves[name], { lower, upper }));
    expect(optimum.converged).toBe(true);
    expect(optimum.value).toBeLessThan(value + 1e-11);
    expect(Math.abs(optimum.point[0] - point)).toBeLessThan(1e-7);
    expect(optimum.evaluations).toBeLessThan(60);
  });
}

test("a smooth minimum takes about a dozen evaluations", () => {
  expect(runSync(brent(curves.steep, { lower: -3, upper: 6 })).evaluations).toBeLessThan(20);
});

test("a function that falls to a bound ends exactly on it", () => {
  expect(runSync(brent(curves.falling, { lower: 0, upper: 2 }))).toMatchObject({ atBounds: [0], value: Math.exp(-2) });
  expect(runSync(brent((x) => x, { lower: 1, upper: 2 })).point[0]).toBe(1);
  expect(runSync(brent((x) => x, { lower: 1, upper: 2, start: 1 })).point[0]).toBe(1);
});

test("an interval of one point is that point", () => {
  expect(runSync(brent((x) => x * x, { lower: 3, upper: 3 }))).toMatchObject({
    value: 9,
    evaluations: 1,
    converged: true,
  });
});

test("the interval must be finite and in order", () => {
  expect(() => runSync(brent((x) => x, { lower: 0, upper: Infinity }))).toThrow("must be finite; got 0 to Infinity");
  expect(() => runSync(brent((x) => x, { lower: 1, upper: 0 }))).toThrow("must not exceed");
  expect(() => runSync(brent((x) => x, { lower: 0, upper: 1, pointTolerance: 0 }))).toThrow("pointTolerance");
});
