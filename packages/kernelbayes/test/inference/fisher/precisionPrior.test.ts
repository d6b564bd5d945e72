import { describe, expect, test } from "vitest";
import {
  impliedError,
  impliedErrorWithPriors,
  precisionInterval,
  priorThreshold,
  rayleighCoefficient,
} from "../../../src/inference/fisher/errorLink.ts";
import { expectedScatter } from "../../../src/inference/fisher/evidence.ts";
import { evaluateFisher } from "../../../src/inference/fisher/objective.ts";
import {
  defaultPrecisionPrior,
  logPrecisionPrior,
  precisionPriorSlope,
  updatedPrecision,
} from "../../../src/inference/fisher/precisionPrior.ts";
import { erf } from "../../../src/numeric/erf.ts";
import { incompleteGammaLower } from "../../../src/numeric/incompleteGamma.ts";
import { romberg } from "../../../src/numeric/romberg.ts";
import { thrown } from "../../thrown.ts";
import { engine, sample, smooth } from "./samples.ts";

const given = sample(15, 2);

test("the density of β integrates to 1", () => {
  const prior = { shape: 1.7, rate: 0.6 };
  const { value } = romberg((log) => Math.exp(logPrecisionPrior(Math.exp(log), prior) + log), -25, 6);
  expect(value).toBeCloseTo(1, 9);
  expect(thrown(() => logPrecisionPrior(1, { shape: 0, rate: 1 })).code).toBe("invalid-option");
});

test("its slope in log β is that by differences", () => {
  const prior = defaultPrecisionPrior(3);
  const moved = (by: number): number => logPrecisionPrior(2 * Math.exp(by), prior);
  expect(precisionPriorSlope(2, prior)).toBeCloseTo((moved(1e-5) - moved(-1e-5)) / 2e-5, 8);
});

describe("the implied error", () => {
  test("is Φ(−(d/2)√β) = ½ − ½ erf((d/2)√(β/2))", () => {
    for (const [beta, d] of [
      [0.3, 2],
      [2, 1],
      [8, 2],
    ]) {
      expect(impliedError(beta, d)).toBeCloseTo(0.5 - 0.5 * erf((d / 2) * Math.sqrt(beta / 2)), 14);
    }
  });

  test.each([1, 2, 3.5])("is uniform on (0, ½) under the default prior, d = %s", (d) => {
    const { shape, rate } = defaultPrecisionPrior(d);
    for (const beta of [0.01, 0.5, 2, 9]) {
      // P(E < e(β)) = P(a larger β), which must be e/½.
      expect(1 - incompleteGammaLower(shape, rate * beta)).toBeCloseTo(2 * impliedError(beta, d), 12);
    }
  });

  test("with equal priors is the same; with others it is the least error of any threshold", () => {
    expect(impliedErrorWithPriors(1.3, 2, 0.5)).toBeCloseTo(impliedError(1.3, 2), 14);
    const best = impliedErrorWithPriors(1.3, 2, 0.2);
    // Total error of a threshold τ for class priors 0.2 and 0.8, both densities N(±1, 1/1.3).
    const at = (tau: number): number => 0.2 * impliedError(1.3, 2 * (1 - tau)) + 0.8 * impliedError(1.3, 2 * (1 + tau));
    const tau = priorThreshold(1.3, 2, Math.log(0.25));
    expect(best).toBeCloseTo(at(tau), 14);
    expect(best).toBeLessThan(at(tau + 0.05));
    expect(best).toBeLessThan(at(tau - 0.05));
  });
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
  const prior = defaultPrecisionPrior(2);
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

test("the interval of β has the probability of its level under the conditional posterior", () => {
  for (const [scatter, total, level] of [
    [6, 15, 0.9],
    [300, 4000, 0.5],
    [0.5, 2, 0.99],
  ]) {
    const prior = { shape: 0.5, rate: 0.5 };
    const [lower, upper] = precisionInterval(scatter, total, prior, level);
    const below = (beta: number): number => incompleteGammaLower(total / 2 + 0.5, (scatter / 2 + 0.5) * beta);
    expect(below(lower)).toBeCloseTo((1 - level) / 2, 10);
    expect(below(upper)).toBeCloseTo((1 + level) / 2, 10);
  }
});

test("Rayleigh's coefficient is d²β/N", () => {
  expect(rayleighCoefficient(3, 2, 10)).toBeCloseTo(1.2, 15);
});
