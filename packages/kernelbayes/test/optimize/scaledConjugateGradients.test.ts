import { expect, test } from "vitest";
import { scaledConjugateGradients } from "../../src/optimize/scaledConjugateGradients.ts";
import { runSync } from "../../src/run/run.ts";
import { quadratic, rosenbrock } from "../../src/testing/optimizerProblems.ts";
import { fixture, functions } from "./functions.ts";

for (const { name, start, values } of fixture.scaledConjugateGradients) {
  test(`${name}: the values follow the recipe step by step`, () => {
    const work = scaledConjugateGradients(functions[name], start, {
      maxIterations: values.length,
      pointTolerance: 0,
      valueTolerance: 0,
    });
    const { trace } = runSync(work);
    expect(trace.length).toBe(values.length);
    trace.forEach(({ value }, k) => expect(Math.abs(value / values[k] - 1)).toBeLessThan(1e-8));
  });
}

test("a quadratic with condition number 1e4 is solved", () => {
  const objective = quadratic([1, 10, 1e2, 1e3, 1e4], [1, 2, 3, 4, 5]);
  const optimum = runSync(
    scaledConjugateGradients(objective, [0, 0, 0, 0, 0], { maxIterations: 2000, maxEvaluations: 9000 }),
  );
  expect(optimum.converged).toBe(true);
  expect(optimum.value).toBeLessThan(1e-6);
});

test("the valley of Rosenbrock in 10 dimensions is walked to its end", () => {
  const work = scaledConjugateGradients(rosenbrock, new Float64Array(10).fill(-1.2), {
    maxIterations: 3000,
    maxEvaluations: 9000,
    pointTolerance: 1e-8,
    valueTolerance: 1e-13,
  });
  runSync(work).point.forEach((x) => expect(x).toBeCloseTo(1, 4));
});

test("it stops at the given number of iterations", () => {
  const optimum = runSync(scaledConjugateGradients(rosenbrock, [-1.2, 1], { maxIterations: 20 }));
  expect(optimum).toMatchObject({ iterations: 20, converged: false, status: "stopped after 20 iterations" });
});

test("the gradient norm belongs to the point handed back", () => {
  const { point, gradientNorm } = runSync(scaledConjugateGradients(rosenbrock, [-1.2, 1], { maxIterations: 20 }));
  expect(gradientNorm).toBe(Math.max(...rosenbrock(point).gradient.map(Math.abs)));
});
