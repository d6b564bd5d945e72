import { describe, expect, test } from "vitest";
import { fisherContrasts } from "../../../../src/rows/fisherContrasts.ts";
import { fisherEvidence } from "../../../../src/models/fisher/evidence/fisherEvidence.ts";
import {
  expectedLogNoise,
  expectedLogPrior,
  fisherExpectation,
} from "../../../../src/models/fisher/evidence/fisherExpectation.ts";
import { evaluateFisher, type FisherTask } from "../../../../src/models/fisher/evidence/evaluateFisher.ts";
import { expectClose } from "../../../evaluate/expectClose.ts";
import { differencesInLogs, engine, sample, smooth } from "../samples.ts";

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
  const Q = (at: typeof kernel, precision: number): number =>
    expectedLogPrior(engine, expectation, at, task).value + expectedLogNoise(expectation, precision, task);
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
    const noise = (by: number): number => expectedLogNoise(expectation, beta * Math.exp(by), task);
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
