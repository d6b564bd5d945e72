import { expect, test } from "vitest";
import { normalCdf } from "../../src/numeric/normalCdf.ts";
import { polyaGamma, polyaGammaMean, polyaGammaVariance } from "../../src/random/polyaGamma.ts";
import { stream } from "../../src/random/stream.ts";
import { distributionProbability, drawMany, falseAlarm, meanProbability } from "./goodness.ts";

/** From no tilt over both ways of drawing left of the cut (they change at 3.125) to where nothing lies right of it. */
const tilts = [0, 1e-3, 0.5, 2, 3.1, 3.2, 6, 10, 29, 40, 1e4];

test("Pólya-Gamma draws have the mean and the variance of their distribution", () => {
  for (const c of tilts) {
    const source = stream(7);
    const draws = drawMany(10_000, () => polyaGamma(source, c));
    const mean = polyaGammaMean(c);
    const variance = polyaGammaVariance(c);
    expect(meanProbability(draws, mean, Math.sqrt(variance))).toBeGreaterThan(falseAlarm);
    const squares = draws.map((x) => (x - mean) ** 2);
    const spread = Math.sqrt(squares.reduce((sum, x) => sum + (x - variance) ** 2, 0) / squares.length);
    expect(meanProbability(squares, variance, spread)).toBeGreaterThan(falseAlarm);
    expect(meanProbability(draws, 1.1 * mean, Math.sqrt(variance))).toBeLessThan(falseAlarm);
  }
});

test("Pólya-Gamma draws follow the series of their distribution function", () => {
  for (const c of tilts.filter((tilt) => tilt <= 10)) {
    const source = stream(8);
    const draws = drawMany(5000, () => polyaGamma(source, -c));
    expect(distributionProbability(draws, (x) => cdf(x, c))).toBeGreaterThan(falseAlarm);
    expect(distributionProbability(draws, (x) => cdf(1.15 * x, c))).toBeLessThan(falseAlarm);
  }
});

test("the mean of e^(−tω) is the Laplace transform", () => {
  for (const c of [0, 1.7, 4]) {
    const source = stream(9);
    const draws = drawMany(10_000, () => polyaGamma(source, c));
    const transform = (t: number): number => Math.cosh(c / 2) / Math.cosh(Math.sqrt((c * c) / 4 + t / 2));
    for (const t of [0.5, 5, 50]) {
      const deviation = Math.sqrt(transform(2 * t) - transform(t) ** 2);
      const probability = meanProbability(
        draws.map((x) => Math.exp(-t * x)),
        transform(t),
        deviation,
      );
      expect(probability).toBeGreaterThan(falseAlarm);
    }
  }
});

test("mean and variance are even, go over into their limits at 0 and have no seam at 1", () => {
  expect(polyaGammaMean(0)).toBe(0.25);
  expect(polyaGammaVariance(0)).toBe(1 / 24);
  for (const c of [1e-200, 1e-8, 1e-3]) {
    expect(polyaGammaMean(c)).toBeCloseTo(0.25 - (c * c) / 48, 14);
    expect(polyaGammaVariance(-c)).toBeCloseTo(1 / 24 - (c * c) / 120, 14);
  }
  for (const c of [0.3, 0.999999, 1.000001, 5]) {
    const direct = (Math.sinh(c) - c) / (4 * c ** 3 * Math.cosh(c / 2) ** 2);
    expect(Math.abs(polyaGammaVariance(c) / direct - 1)).toBeLessThan(1e-13);
    expect(polyaGammaMean(-c)).toBe(polyaGammaMean(c));
  }
  expect(polyaGammaVariance(1e4)).toBeCloseTo(0.5e-12, 20);
});

test("extreme tilts give positive draws, and tilts that are no number are refused", () => {
  const source = stream(1);
  for (const c of [1e8, 1e100, -1e300]) expect(polyaGamma(source, c) * 2 * Math.abs(c)).toBeCloseTo(1, 2);
  for (const c of [NaN, Infinity]) expect(() => polyaGamma(source, c)).toThrow(RangeError);
});

/**
 * P(ω ≤ x) of PG(1, c): 2 cosh(c/2) Σ (−1)ⁿ (e^(−ac) Φ((cx − a)/√x) + e^(ac) Φ(−(cx + a)/√x)), a = n + ½, since every term of
 * the density is an inverse Gaussian.
 */
function cdf(x: number, c: number): number {
  const root = Math.sqrt(x);
  let sum = 0;
  let term = 1;
  for (let n = 0; term > 1e-9; n++) {
    const a = n + 0.5;
    const tail = normalCdf(-(c * x + a) / root);
    term = Math.exp(-a * c) * normalCdf((c * x - a) / root) + (tail > 0 ? Math.exp(a * c) * tail : 0);
    sum += n % 2 === 0 ? term : -term;
  }
  return Math.min(1, Math.max(0, 2 * Math.cosh(c / 2) * sum));
}
