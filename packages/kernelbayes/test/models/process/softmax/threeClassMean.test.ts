import { expect, test } from "vitest";
import { logisticLikelihood } from "../../../../src/likelihoods/logisticLikelihood.ts";
import { threeClassMean } from "../../../../src/models/process/softmax/threeClassMean.ts";

const mean = Float64Array.of(0.7, -0.4, 0.1);
const covariance = Float64Array.of(2, 0.3, -0.4, 0.3, 1.5, 0.2, -0.4, 0.2, 3);

/** A plain sum over a fine grid in the three latent values themselves. */
function naive(step: number): number[] {
  const L = [
    [Math.sqrt(2), 0, 0],
    [0.3 / Math.sqrt(2), 0, 0],
    [-0.4 / Math.sqrt(2), 0, 0],
  ];
  L[1][1] = Math.sqrt(1.5 - L[1][0] ** 2);
  L[2][1] = (0.2 - L[2][0] * L[1][0]) / L[1][1];
  L[2][2] = Math.sqrt(3 - L[2][0] ** 2 - L[2][1] ** 2);
  const sums = [0, 0, 0];
  let total = 0;
  const nodes = Array.from({ length: 2 * Math.round(7 / step) + 1 }, (_, k) => -7 + k * step);
  for (const u of nodes) {
    for (const v of nodes) {
      for (const w of nodes) {
        const weight = Math.exp(-0.5 * (u * u + v * v + w * w));
        const f = mean.map((m, c) => Math.exp(m + L[c][0] * u + L[c][1] * v + L[c][2] * w));
        total += weight;
        for (let c = 0; c < 3; c++) sums[c] += (weight * f[c]) / (f[0] + f[1] + f[2]);
      }
    }
  }
  return sums.map((sum) => sum / total);
}

test("the mean of the softmax of three latent values is that of a plain sum over a grid", () => {
  const found = threeClassMean(mean, covariance);
  naive(0.25).forEach((value, c) => expect(Math.abs(found[c] - value)).toBeLessThan(1e-10));
});

test("the order of the classes, and with it the choice of contrasts, does not matter", () => {
  const order = [2, 0, 1];
  for (const factor of [1e-8, 1, 50, 2000]) {
    const wide = covariance.map((value) => value * factor);
    const found = threeClassMean(mean, wide);
    const turned = threeClassMean(
      Float64Array.from(order, (c) => mean[c]),
      Float64Array.from({ length: 9 }, (_, at) => wide[order[Math.floor(at / 3)] * 3 + order[at % 3]]),
    );
    order.forEach((c, at) => expect(Math.abs(found[c] - turned[at])).toBeLessThan(factor > 1000 ? 1e-5 : 1e-13));
  }
});

test("a class without a chance leaves two classes with their logistic mean", () => {
  const found = threeClassMean(Float64Array.of(0.7, -0.4, -2000), covariance);
  expect(Math.abs(found[0] - Math.exp(logisticLikelihood.logMean(1.1, 2 + 1.5 - 0.6)))).toBeLessThan(1e-13);
});

test("without variance it is the softmax", () => {
  const found = threeClassMean(mean, new Float64Array(9));
  const total = mean.reduce((sum, f) => sum + Math.exp(f), 0);
  mean.forEach((f, c) => expect(found[c]).toBeCloseTo(Math.exp(f) / total, 14));
});

test("exponents beyond the range of doubles on both axes are dealt with", () => {
  const found = threeClassMean(Float64Array.of(900, -900, 0), Float64Array.of(1e6, 0, 0, 0, 1e6, 0, 0, 0, 1e6));
  expect(found.every((value) => value > 0 && value < 1)).toBe(true);
  expect(found[0]).toBeGreaterThan(found[2]);
  expect(found[2]).toBeGreaterThan(found[1]);
});
