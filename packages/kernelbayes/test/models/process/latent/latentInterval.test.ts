import { expect, test } from "vitest";
import { latentInterval, probabilityInterval } from "../../../../src/models/process/latent/latentInterval.ts";
import { likelihoodOf } from "../../../../src/likelihoods/index.ts";
import { normalCdf, sigmoid } from "../../../../src/numeric/index.ts";

test("a quantile of a mixture has the share of the mixture below it", () => {
  const [weights, means, deviations] = [
    [0.2, 0.5, 0.3],
    [-1, 0, 4],
    [0.5, 2, 0.1],
  ];
  for (const p of [0.01, 0.25, 0.6, 0.95]) {
    const level = Math.abs(2 * p - 1);
    const { ends } = latentInterval(weights, means, deviations, level);
    const q = ends[p < 0.5 ? 0 : 1];
    const below = weights.reduce((sum, weight, j) => sum + weight * normalCdf((q - means[j]) / deviations[j]), 0);
    expect(below).toBeCloseTo(p, 12);
  }
  const { deviation } = latentInterval(weights, means, deviations, 0.5);
  expect(deviation ** 2).toBeCloseTo(0.2 * 1.25 + 0.5 * 4 + 0.3 * 16.01 - 1, 12);
});

test("an interval contains the reported probability, even where both of its quantiles are 0", () => {
  const likelihood = likelihoodOf({ likelihood: "trigonometric" });
  expect(probabilityInterval(likelihood, [-5, -2], 1, 0.02)).toEqual([0, 0.02]);
  expect(probabilityInterval(likelihood, [-5, -2], -1, 0.98)).toEqual([0.98, 1]);
});

test("the intervals of both classes are reflections, and a shift moves the odds", () => {
  const likelihood = likelihoodOf({ likelihood: "logistic" });
  const [lower, upper] = probabilityInterval(likelihood, [-1, 2], 1, 0.6, (logOdds) => logOdds + 0.5);
  expect(lower).toBeCloseTo(sigmoid(-0.5), 14);
  expect(upper).toBeCloseTo(sigmoid(2.5), 14);
  const [below, above] = probabilityInterval(likelihood, [-1, 2], -1, 0.4, (logOdds) => logOdds + 0.5);
  expect(below).toBeCloseTo(1 - upper, 14);
  expect(above).toBeCloseTo(1 - lower, 14);
});
