import { expect, test } from "vitest";
import { sweep, type Sites, type Sweep } from "../../../../src/models/process/latent/sites.ts";
import { wholeSystem } from "../../../../src/models/process/latent/siteSystem.ts";
import { probitLikelihood } from "../../../../src/likelihoods/probitLikelihood.ts";
import { clouds, engine, latentKernel } from "./problems.ts";

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
