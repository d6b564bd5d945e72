import { expect, test } from "vitest";
import { expectedScatter, updatedPrecision } from "../../src/models/fisher/evidence/fisherEvidence.ts";
import { evaluateFisher } from "../../src/models/fisher/evidence/evaluateFisher.ts";
import { uniformErrorPrior, logPrecisionPrior, precisionPriorSlope } from "../../src/search/precisionPrior.ts";
import { romberg } from "../../src/numeric/romberg.ts";
import { thrown } from "../thrown.ts";
import { engine, sample, smooth } from "../models/fisher/samples.ts";

const given = sample(15, 2);

test("the density of β integrates to 1", () => {
  const prior = { shape: 1.7, rate: 0.6 };
  const { value } = romberg((log) => Math.exp(logPrecisionPrior(Math.exp(log), prior) + log), -25, 6);
  expect(value).toBeCloseTo(1, 9);
  expect(thrown(() => logPrecisionPrior(1, { shape: 0, rate: 1 })).code).toBe("invalid-option");
});

test("its slope in log β is that by differences", () => {
  const prior = uniformErrorPrior(3);
  const moved = (by: number): number => logPrecisionPrior(2 * Math.exp(by), prior);
  expect(precisionPriorSlope(2, prior)).toBeCloseTo((moved(1e-5) - moved(-1e-5)) / 2e-5, 8);
});

test("the update of β is the maximum of the expected objective in β", () => {
  for (const degrees of ["rows", "rank"] as const) {
    const prior = { shape: 0.8, rate: 0.3 };
    const nu = degrees === "rows" ? 15 : 13;
    const value = (beta: number): number =>
      (nu / 2) * Math.log(beta) - (beta / 2) * 6.2 + logPrecisionPrior(beta, prior);
    const best = updatedPrecision(6.2, 15, prior, degrees);
    expect(value(best)).toBeGreaterThan(value(best * 1.01));
    expect(value(best)).toBeGreaterThan(value(best / 1.01));
  }
});

test("iterated at a fixed kernel it ends where the slope of the objective is zero, going up all the way", () => {
  const task = { X: given.X, contrasts: given.contrasts };
  const prior = uniformErrorPrior(2);
  let precision = 1;
  let last = -Infinity;
  for (let step = 0; step < 300; step++) {
    const { posterior, objective } = evaluateFisher(engine, smooth(), precision, task);
    expect(objective).toBeGreaterThanOrEqual(last - 1e-12);
    last = objective;
    precision = updatedPrecision(expectedScatter(posterior), 15, prior);
  }
  expect(Math.abs(evaluateFisher(engine, smooth(), precision, task).precisionSlope)).toBeLessThan(1e-8);
});
