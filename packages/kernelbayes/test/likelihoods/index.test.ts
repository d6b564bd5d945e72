import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { likelihoodOf, type Likelihood, type LikelihoodName } from "../../src/likelihoods/index.ts";
import moments from "../fixtures/likelihoods/moments.json" with { type: "json" };

const names: readonly LikelihoodName[] = ["logistic", "probit", "trigonometric"];
const means = fc.double({ min: -30, max: 30, noNaN: true });
const variances = fc.double({ min: 1e-4, max: 1e3, noNaN: true });

const references: Readonly<Record<string, readonly { likelihood: Likelihood; row: readonly number[] }[]>> = {
  logistic: moments.logistic.map((row) => ({ likelihood: likelihoodOf({ likelihood: "logistic" }), row })),
  probit: moments.probit.map((row) => ({ likelihood: likelihoodOf({ likelihood: "probit" }), row })),
  trigonometric: moments.trigonometric.map(([halfWidth, ...row]) => ({
    likelihood: likelihoodOf({ likelihood: "trigonometric", halfWidth }),
    row,
  })),
};

/** |a − b| as a share of |b|, which may be next to nothing. */
function share(a: number, b: number): number {
  return Math.abs(a - b) / Math.max(Math.abs(b), 1e-300);
}

describe.each(names)("the %s likelihood", (name) => {
  const likelihood = likelihoodOf({ likelihood: name });

  test("has means with relative accuracy in both tails, as thirty digits give them", () => {
    for (const { likelihood: each, row } of references[name]) {
      const [mean, variance, value, slope, curvature] = row;
      const found = each.logMeanWithSlopes(mean, variance);
      const place = `mean ${mean}, variance ${variance}`;
      expect(share(each.logMean(mean, variance), value), place).toBeLessThan(1e-12);
      expect(share(found.value, value), place).toBeLessThan(1e-12);
      expect(share(found.slope, slope), place).toBeLessThan(1e-12);
      // What counts is 1 + v·curvature; a curvature of nothing may be of either rounding.
      expect(Math.abs(found.curvature - curvature), place).toBeLessThan(1e-10 * Math.abs(curvature) + 1e-16);
    }
  });

  test("shares a certainty of one between the classes, at a point and in the mean", () => {
    fc.assert(
      fc.property(means, variances, (mean, variance) => {
        expect(likelihood.probability(mean) + likelihood.probability(-mean)).toBeCloseTo(1, 14);
        const sum = Math.exp(likelihood.logMean(mean, variance)) + Math.exp(likelihood.logMean(-mean, variance));
        expect(sum).toBeCloseTo(1, 13);
      }),
    );
  });

  test("rises with the margin and with the mean", () => {
    fc.assert(
      fc.property(means, means, variances, (a, b, variance) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(likelihood.probability(high)).toBeGreaterThanOrEqual(likelihood.probability(low));
        const least = likelihood.logMean(low, variance);
        expect(likelihood.logMean(high, variance)).toBeGreaterThanOrEqual(least - 1e-14 * Math.abs(least));
      }),
    );
  });

  test("moves towards one half as the variance grows", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 5, noNaN: true }), variances, (mean, variance) => {
        expect(likelihood.logMean(mean, 1.5 * variance)).toBeLessThanOrEqual(
          likelihood.logMean(mean, variance) + 1e-14,
        );
        expect(likelihood.logMean(-mean, 1.5 * variance)).toBeGreaterThanOrEqual(
          likelihood.logMean(-mean, variance) - 1e-13,
        );
      }),
    );
  });

  test("has slopes that are those of its mean, by central differences", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -6, max: 6, noNaN: true }),
        fc.double({ min: 0.3, max: 40, noNaN: true }),
        (m, v) => {
          const h = 1e-4;
          const [below, above] = [likelihood.logMeanWithSlopes(m - h, v), likelihood.logMeanWithSlopes(m + h, v)];
          const { slope, curvature, value } = likelihood.logMeanWithSlopes(m, v);
          expect((above.value - below.value) / (2 * h)).toBeCloseTo(slope, 6);
          expect((above.slope - below.slope) / (2 * h)).toBeCloseTo(curvature, 6);
          expect(share(value, likelihood.logMean(m, v))).toBeLessThan(1e-13);
          expect(curvature).toBeLessThanOrEqual(0);
        },
      ),
    );
  });

  test("is its own mean where nothing varies", () => {
    for (const margin of [-3, -0.4, 0, 0.7, 2]) {
      expect(likelihood.logMean(margin, 0)).toBe(likelihood.logProbability(margin));
      const probability = likelihood.probability(margin);
      expect(Math.exp(likelihood.logProbability(margin))).toBeCloseTo(probability, 14);
      if (probability > 0) expect(likelihood.logMean(margin, 1e-16)).toBeCloseTo(Math.log(probability), 12);
    }
  });

  test("says what it must of the farthest tails without a number that is not one", () => {
    for (const [mean, variance] of [
      [-1e5, 1e-3],
      [-1e8, 1e10],
      [1e8, 1e10],
      [1e5, 1e-3],
      [0, 1e12],
    ]) {
      const { value, slope, curvature } = likelihood.logMeanWithSlopes(mean, variance);
      expect([value, slope, curvature].every((each) => !Number.isNaN(each))).toBe(true);
      expect(value).toBeLessThanOrEqual(0);
      expect(slope).toBeGreaterThanOrEqual(0);
    }
  });
});

test("a likelihood that does not exist is refused", () => {
  expect(() => likelihoodOf({ likelihood: "cauchy" as LikelihoodName })).toThrow('There is no likelihood "cauchy".');
});
