import { expect, test } from "vitest";
import { sweep, type Sites, type Sweep, poweredMean } from "../../../../src/models/process/latent/sites.ts";
import { wholeSystem } from "../../../../src/models/process/latent/siteSystem.ts";
import { probitLikelihood } from "../../../../src/likelihoods/probitLikelihood.ts";
import { clouds, engine, latentKernel } from "./problems.ts";
import { logisticLikelihood } from "../../../../src/likelihoods/logisticLikelihood.ts";
import { trigonometricLikelihood } from "../../../../src/likelihoods/trigonometricLikelihood.ts";

const rows = clouds(12);
const K = latentKernel().matrix(engine, rows.X);
const system = wholeSystem(engine, K);
/** The sweep, which must exist. */
function sweepOf(sites: Sites): Sweep {
  const found = sweep(system, rows, probitLikelihood, sites);
  if (found === undefined) throw new Error("There is no sweep.");
  return found;
}

const none = { precision: new Float64Array(12), shift: new Float64Array(12) };

test("without sites the cavities are the prior, and the sites that follow have the moments of a likelihood alone", () => {
  const first = sweepOf(none);
  first.cavities.variance.forEach((v, i) => expect(v).toBeCloseTo(K.data[i * 13], 10));
  const next = first.towards(1);
  expect(next.precision.every((tau) => tau > 0)).toBe(true);
});

test("no step changes nothing", () => {
  const start = { precision: new Float64Array(12).fill(0.4), shift: rows.signs.map((sign) => 0.3 * sign) };
  const first = sweepOf(start);
  const same = first.towards(0);
  same.precision.forEach((tau, i) => expect(tau).toBe(start.precision[i]));
  same.shift.forEach((nu, i) => expect(nu).toBeCloseTo(first.sites.shift[i], 12));
});

test("means agree with the likelihoods, b is the slope of ln Ẑ, ten times as well as variances do", () => {
  const start = { precision: new Float64Array(12).fill(0.4), shift: rows.signs.map((sign) => 0.3 * sign) };
  const { coefficients, cavities, posterior, residual } = sweepOf(start);
  const apart = Array.from(coefficients, (b, i) => {
    const [mean, variance] = [cavities.mean[i], cavities.variance[i]];
    const { slope, curvature } = probitLikelihood.logMeanWithSlopes(rows.signs[i] * mean, variance);
    return {
      means: Math.abs(variance * (b - rows.signs[i] * slope)) / Math.sqrt(posterior.variance[i]),
      variances: Math.abs((variance * (1 + variance * curvature)) / posterior.variance[i] - 1),
    };
  });
  const most = Math.max(...apart.map(({ variances }) => variances));
  expect(residual).toBeCloseTo(most, 12);
  expect(most).toBeGreaterThan(0.1);
  for (const { means } of apart) expect(means).toBeLessThan(0.1 * most);
});

test("means are at rest where variances are", () => {
  let sites: Sites = none;
  for (let count = 0; count < 40; count++) sites = sweepOf(sites).towards(1);
  const { coefficients, cavities, residual } = sweepOf(sites);
  expect(residual).toBeLessThan(1e-9);
  coefficients.forEach((b, i) => {
    const { slope } = probitLikelihood.logMeanWithSlopes(rows.signs[i] * cavities.mean[i], cavities.variance[i]);
    expect(b).toBeCloseTo(rows.signs[i] * slope, 9);
  });
});

test("sites that are not finite have no sweep", () => {
  const broken = { ...none, shift: new Float64Array(12).fill(NaN) };
  expect(sweep(system, rows, probitLikelihood, broken)).toBeUndefined();
});

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
