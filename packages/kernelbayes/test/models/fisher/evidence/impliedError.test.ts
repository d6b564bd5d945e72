import { describe, expect, test } from "vitest";
import {
  impliedError,
  impliedErrorWithPriors,
  precisionInterval,
  priorThreshold,
  rayleighCoefficient,
} from "../../../../src/models/fisher/evidence/impliedError.ts";
import { uniformErrorPrior } from "../../../../src/search/precisionPrior.ts";
import { erf } from "../../../../src/numeric/erf.ts";
import { incompleteGammaLower } from "../../../../src/numeric/incompleteGammaLower.ts";

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
    const { shape, rate } = uniformErrorPrior(d);
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
