import { expect, test } from "vitest";
import { type CurveObjective, newtonOneDimension } from "../../src/optimize/newtonOneDimension.ts";
import { runSync } from "../../src/run/run.ts";

const cosh: CurveObjective = (x) => ({ value: Math.cosh(x), slope: Math.sinh(x), curvature: Math.cosh(x) });

test("near the minimum the digits double with each step", () => {
  const { trace, converged, point } = runSync(newtonOneDimension(cosh, 0.5));
  expect(converged).toBe(true);
  expect(Math.abs(point[0])).toBeLessThan(1e-10);
  expect(trace.length).toBeLessThanOrEqual(4);
});

test("a parabola takes one step, if that is not too long", () => {
  const objective: CurveObjective = (x) => ({ value: x * x, slope: 2 * x, curvature: 2 });
  expect(runSync(newtonOneDimension(objective, 1.5))).toMatchObject({ iterations: 1, evaluations: 2, value: 0 });
  expect(runSync(newtonOneDimension(objective, 5)).iterations).toBe(3);
  expect(runSync(newtonOneDimension(objective, 5, { largestStep: 10 })).iterations).toBe(1);
});

test("where the function is concave it goes downhill by unit steps", () => {
  const visited: number[] = [];
  const objective: CurveObjective = (x) => {
    visited.push(x);
    return { value: Math.cos(x), slope: -Math.sin(x), curvature: -Math.cos(x) };
  };
  const { point } = runSync(newtonOneDimension(objective, 0.25));
  expect(visited.slice(0, 3)).toEqual([0.25, 1.25, 2.25]);
  expect(point[0]).toBeCloseTo(Math.PI, 9);
});

test("a step that does not lower the value is halved", () => {
  // Curvature stated ten times too small: Newton overshoots.
  const objective: CurveObjective = (x) => ({ value: x ** 4, slope: 4 * x ** 3, curvature: 1.2 * x ** 2 });
  const { converged, trace } = runSync(newtonOneDimension(objective, 0.5));
  expect(converged).toBe(true);
  expect(trace[0].evaluations).toBe(3);
});

test("steps below their tolerance end the search", () => {
  const work = newtonOneDimension(cosh, 0.5, { pointTolerance: 0.5, slopeTolerance: 0 });
  expect(runSync(work)).toMatchObject({
    converged: true,
    status: "the steps are below their tolerance",
    iterations: 1,
  });
});

test("a slope that rounding cannot lower further counts as converged", () => {
  const objective: CurveObjective = (x) => ({ value: 1e8 + x * x, slope: 2 * x + 1e-7, curvature: 2 });
  const optimum = runSync(newtonOneDimension(objective, 0.01, { slopeTolerance: 0, pointTolerance: 0 }));
  expect(optimum).toMatchObject({ converged: true, status: "the value cannot fall further beyond rounding" });
});

test("a slope that leads uphill is found out", () => {
  const objective: CurveObjective = (x) => ({ value: x, slope: -1, curvature: 1 });
  const optimum = runSync(newtonOneDimension(objective, 0, { maxHalvings: 3 }));
  expect(optimum).toMatchObject({ converged: false, evaluations: 5, value: 0 });
  expect(optimum.status).toBe("no lower value was found after 3 halvings of the step");
});

test("a start outside the bounds is moved onto them, and a minimum beyond a bound ends on it", () => {
  const optimum = runSync(newtonOneDimension(cosh, 50, { lower: 1, upper: 3 }));
  expect(optimum.point[0]).toBe(1);
  expect(optimum.atBounds).toEqual([0]);
  expect(optimum.status).toBe("the slope is below its tolerance");
});

test("the largest step must be positive and the start finite", () => {
  expect(() => runSync(newtonOneDimension(cosh, 0, { largestStep: 0 }))).toThrow("largestStep");
  expect(() => runSync(newtonOneDimension(cosh, NaN))).toThrow("must be finite");
});
