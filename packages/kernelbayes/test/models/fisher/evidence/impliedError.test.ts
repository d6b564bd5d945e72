import { describe, expect, test } from "vitest";
import { impliedError, precisionInterval } from "../../../../src/models/fisher/evidence/fisherEvidence.ts";
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
