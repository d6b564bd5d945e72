import { describe, expect, test } from "vitest";
import { fisherContrasts } from "../../../../src/rows/fisherContrasts.ts";
import { leastNugget, maximizeByExpectation } from "../../../../src/models/fisher/evidence/maximizeByExpectation.ts";
import { expectedLogPrior, fisherExpectation } from "../../../../src/models/fisher/evidence/fisherExpectation.ts";
import {
  evaluateFisher,
  fisherSearch,
  type FisherTask,
} from "../../../../src/models/fisher/evidence/evaluateFisher.ts";
import { linear } from "../../../../src/kernels/index.ts";
import { boundedLbfgs } from "../../../../src/optimize/boundedLbfgs.ts";
import { runSync } from "../../../../src/run/run.ts";
import { thrown } from "../../../thrown.ts";
import { engine, sample, smooth, differencesInLogs } from "../samples.ts";
import { fisherEvidence, noiseNormalizer } from "../../../../src/models/fisher/evidence/fisherEvidence.ts";
import { expectClose } from "../../../evaluate/expectClose.ts";

const given = sample(18, 2);
const plain: FisherTask = { X: given.X, contrasts: given.contrasts };
const weighted: FisherTask = { X: given.X, contrasts: fisherContrasts(given.labels, given.weights) };

describe.each([
  ["without weights", plain],
  ["with weights", weighted],
])("expectation maximization %s", (_, task) => {
  const start = smooth(1, 1, 1);
  const result = runSync(maximizeByExpectation(engine, start, 1, task, { tolerance: 1e-7, maxIterations: 2000 }));

  test("never falls", () => {
    result.trace.slice(1).forEach((value, k) => expect(value).toBeGreaterThanOrEqual(result.trace[k] - 1e-10));
    expect(result.objective).toBe(result.trace.at(-1));
    expect(result.iterations).toBe(result.trace.length - 1);
  });

  test("meets the optimum of the direct search", () => {
    const search = fisherSearch(engine, start, 1, task);
    const direct = runSync(boundedLbfgs(search.objective, search.start, { ...search, gradientTolerance: 1e-8 }));
    expect(result.converged).toBe(true);
    expect(Math.abs(result.objective + direct.value)).toBeLessThan(1e-6);
    expect(Math.log(result.precision)).toBeCloseTo(direct.point.at(-1) ?? NaN, 2);
  });
});

test("a kernel without free parameters leaves β alone to be found", () => {
  const { kernel, precision, converged } = runSync(maximizeByExpectation(engine, linear(), 1, plain));
  expect(kernel.parameters).toEqual([]);
  expect(converged).toBe(true);
  const floored = { ...plain, options: { leastOwn: leastNugget } };
  expect(Math.abs(evaluateFisher(engine, linear(), precision, floored).precisionSlope)).toBeLessThan(1e-4);
});

test("a limit on iterations is told, and progress never runs backwards", () => {
  const steps: number[] = [];
  const result = runSync(maximizeByExpectation(engine, smooth(1, 1, 1), 1, plain, { maxIterations: 3 }), {
    onProgress: ({ step }) => steps.push(step),
  });
  expect(result.converged).toBe(false);
  expect(result.iterations).toBe(3);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  expect(steps.at(-1)).toBe(3);
});

test("rows too few for an update of β are refused", () => {
  const two = {
    X: { ...given.X, rows: 2, data: given.X.data.slice(0, 4) },
    contrasts: fisherContrasts([0, 1]),
    options: { degrees: "rank" as const },
  };
  expect(thrown(() => runSync(maximizeByExpectation(engine, smooth(), 1, two))).code).toBe("too-few-rows");
});

describe("a step of expectation", () => {
  const given = sample(18, 2);
  const plain: FisherTask = { X: given.X, contrasts: given.contrasts };
  const weighted: FisherTask = { X: given.X, contrasts: fisherContrasts(given.labels, given.weights) };

  describe.each([
    ["without weights", plain],
    ["with weights", weighted],
  ])("the bound %s", (_, task) => {
    const kernel = smooth();
    const beta = 1.4;
    const expectation = fisherExpectation(engine, kernel, beta, task);
    /** The part of the bound that depends on β. */
    const noiseAt = (precision: number): number =>
      noiseNormalizer(precision, task.contrasts.total) - (precision / 2) * expectation.scatter;
    const Q = (at: typeof kernel, precision: number): number =>
      expectedLogPrior(engine, expectation, at, task).value + noiseAt(precision);
    const evidence = fisherEvidence(expectation.posterior);

    test("lies below the evidence everywhere", () => {
      const current = Q(kernel, beta);
      for (const factors of [
        [1.5, 0.8, 2, 1],
        [0.3, 1, 0.5, 3],
        [1, 2, 1, 0.2],
        [4, 0.5, 0.1, 10],
      ]) {
        const moved = kernel.withValues(kernel.parameters.map(({ value }, j) => value * factors[j]));
        const there = evaluateFisher(engine, moved, beta * factors[3], task).evidence;
        expect(there).toBeGreaterThan(evidence + Q(moved, beta * factors[3]) - current);
      }
    });

    test("touches it with equal gradients at the current place", () => {
      const { kernelSlopes, precisionSlope } = evaluateFisher(engine, kernel, beta, task);
      const { slopes } = expectedLogPrior(engine, expectation, kernel, task);
      expectClose(slopes, kernelSlopes, 1e-9);
      const noise = (by: number): number => noiseAt(beta * Math.exp(by));
      // The prior of β adds −½ − ½β to its slope.
      expect((noise(1e-5) - noise(-1e-5)) / 2e-5).toBeCloseTo(precisionSlope + 0.5 + beta / 2, 6);
    });

    test("has the gradient that differences give", () => {
      const elsewhere = smooth(0.8, 1.4, 0.2);
      const { slopes } = expectedLogPrior(engine, expectation, elsewhere, task);
      expectClose(
        slopes,
        differencesInLogs(elsewhere, (at) => Q(at, beta)),
        1e-6,
      );
    });
  });
});
