import { expect, test } from "vitest";
import { poweredMean } from "../../../../src/models/process/latent/poweredMean.ts";
import { logisticLikelihood } from "../../../../src/likelihoods/logisticLikelihood.ts";
import { probitLikelihood } from "../../../../src/likelihoods/probitLikelihood.ts";
import { trigonometricLikelihood } from "../../../../src/likelihoods/trigonometricLikelihood.ts";

const likelihoods = [probitLikelihood, logisticLikelihood, trigonometricLikelihood({ halfWidth: 1 })];

test("the first power is the likelihood itself", () => {
  for (const likelihood of likelihoods) {
    for (const [mean, variance] of [
      [0, 1],
      [1.3, 0.2],
      [-2, 5],
      [-4, 0.5],
      [20, 300],
      [-30, 900],
      [0.5, 1e-3],
    ]) {
      const expected = likelihood.logMeanWithSlopes(mean, variance);
      const found = poweredMean(likelihood, 1, mean, variance);
      expect(Math.abs(found.value - expected.value)).toBeLessThan(1e-10 * (1 + Math.abs(expected.value)));
      // Relative to the Gaussian: by its deviation, and by its variance.
      expect(Math.sqrt(variance) * Math.abs(found.slope - expected.slope)).toBeLessThan(1e-9);
      expect(variance * Math.abs(found.curvature - expected.curvature)).toBeLessThan(1e-9);
    }
  }
});

test("slope and curvature are derivatives of the value, for every power", () => {
  for (const likelihood of likelihoods) {
    for (const power of [0.01, 0.3, 0.9]) {
      const at = (mean: number) => poweredMean(likelihood, power, mean, 1.7);
      const step = 1e-3;
      for (const mean of [-2.5, 0.2, 3]) {
        expect(at(mean).slope).toBeCloseTo((at(mean + step).value - at(mean - step).value) / (2 * step), 6);
        expect(at(mean).curvature).toBeCloseTo((at(mean + step).slope - at(mean - step).slope) / (2 * step), 6);
      }
    }
  }
});

test("the mean of a small power tends to 1 as the power does to 0", () => {
  expect(poweredMean(probitLikelihood, 1e-9, -1, 2).value).toBeCloseTo(0, 8);
});
