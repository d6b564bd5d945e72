import fixture from "../fixtures/numeric/incomplete.json" with { type: "json" };
import distributions from "../fixtures/numeric/distributions.json" with { type: "json" };
import { expect, test } from "vitest";
import {
  incompleteGammaLower,
  incompleteGammaUpper,
  logIncompleteGammaLower,
  logIncompleteGammaUpper,
  chiSquareCdf,
} from "../../src/numeric/incompleteGammaLower.ts";
import { logGamma } from "../../src/numeric/logGamma.ts";
import { erf, erfc } from "../../src/numeric/erf.ts";

test("both tails are within 10⁻¹³, the smaller one relatively down to 10⁻¹⁰⁰ if the shape is above 0.1", () => {
  for (const [a, x, lower, upper] of fixture.gamma) {
    expect(Math.abs(incompleteGammaLower(a, x) - lower)).toBeLessThan(1e-13);
    expect(Math.abs(incompleteGammaUpper(a, x) - upper)).toBeLessThan(1e-13);
    const smaller = Math.min(lower, upper);
    if (a < 0.1 || smaller < 1e-290) continue;
    const computed = lower < upper ? incompleteGammaLower(a, x) : incompleteGammaUpper(a, x);
    expect(Math.abs(computed / smaller - 1)).toBeLessThan(smaller > 1e-100 ? 1e-13 : 3e-13);
  }
});

test("the two tails add up to one", () => {
  for (const [a, x] of fixture.gamma) {
    expect(Math.abs(incompleteGammaLower(a, x) + incompleteGammaUpper(a, x) - 1)).toBeLessThan(3e-16);
  }
});

test("shape 1 is the exponential distribution and shape ½ the error function", () => {
  for (const x of [1e-300, 1e-5, 0.3, 1, 2, 10, 100, 700]) {
    expect(Math.abs(incompleteGammaLower(1, x) / -Math.expm1(-x) - 1)).toBeLessThan(1e-13);
    expect(Math.abs(incompleteGammaUpper(1, x) / Math.exp(-x) - 1)).toBeLessThan(1e-13);
    const root = Math.sqrt(x);
    expect(Math.abs(incompleteGammaLower(0.5, x) / erf(root) - 1)).toBeLessThan(1e-13);
    if (x < 690) expect(Math.abs(incompleteGammaUpper(0.5, x) / erfc(root) - 1)).toBeLessThan(1e-13);
  }
});

test("the series, the continued fraction and the quadrature agree where one takes over from the other", () => {
  for (const factor of [0.8, 0.95, 0.999, 1, 1.001, 1.05, 1.2]) {
    // P(a + 1, x) = P(a, x) − xᵃ e⁻ˣ / Γ(a + 1) links a = 1000 (series, fraction) with a = 1001 (quadrature).
    const x = 1000 * factor;
    const step = Math.exp(1000 * Math.log(factor) - x + 1000 - 0.5 * Math.log(2000 * Math.PI) - 1 / 12e3 + 1 / 360e9);
    const difference = incompleteGammaLower(1000, x) - incompleteGammaLower(1001, x);
    expect(Math.abs(difference - step)).toBeLessThan(1e-12 * step + 3e-16);
  }
});

test("logarithms agree with the tails and stay finite where those underflow", () => {
  for (const [a, x, lower, upper] of fixture.gamma) {
    if (lower > 1e-200) expect(Math.abs(logIncompleteGammaLower(a, x) - Math.log(lower))).toBeLessThan(2e-13);
    if (upper > 1e-200) expect(Math.abs(logIncompleteGammaUpper(a, x) - Math.log(upper))).toBeLessThan(2e-13);
  }
  expect(logIncompleteGammaUpper(1, 1e6)).toBeCloseTo(-1e6, 8);
  expect(logIncompleteGammaLower(1, 1e6)).toBe(-0);
  // P(a, x) ≈ xᵃ / Γ(a + 1) for small x.
  expect(logIncompleteGammaLower(5000, 1e-3) / (5000 * Math.log(1e-3) - 1e-3 - logGamma(5001))).toBeCloseTo(1, 10);
});

test("limits are exact and what lies outside the domain is NaN", () => {
  expect(incompleteGammaLower(2, 0)).toBe(0);
  expect(incompleteGammaUpper(2, 0)).toBe(1);
  expect(incompleteGammaLower(2, Infinity)).toBe(1);
  expect(incompleteGammaUpper(2, Infinity)).toBe(0);
  expect(logIncompleteGammaLower(2, 0)).toBe(-Infinity);
  for (const [a, x] of [
    [0, 1],
    [-1, 1],
    [1, -1],
    [NaN, 1],
    [1, NaN],
    [Infinity, 1],
  ]) {
    expect(incompleteGammaLower(a, x)).toBeNaN();
    expect(incompleteGammaUpper(a, x)).toBeNaN();
    expect(logIncompleteGammaUpper(a, x)).toBeNaN();
  }
});

test("χ² is within 10⁻¹³ of the reference", () => {
  for (const [x, degrees, lower] of distributions.chiSquare) {
    expect(Math.abs(chiSquareCdf(x, degrees) - lower)).toBeLessThan(1e-13);
  }
  for (const [x, degrees, lower] of distributions.chiSquare.filter((row) => row[2] < 0.5)) {
    expect(Math.abs(chiSquareCdf(x, degrees) / lower - 1)).toBeLessThan(1e-13);
  }
});

test("one and two degrees of freedom have closed forms", () => {
  for (const x of [0.01, 1, 5, 30]) {
    expect(chiSquareCdf(x, 1)).toBeCloseTo(erf(Math.sqrt(x / 2)), 14);
    expect(chiSquareCdf(x, 2)).toBeCloseTo(-Math.expm1(-x / 2), 14);
  }
});

test("χ² is 0 below 0, 1 at infinity, and NaN where undefined", () => {
  expect(chiSquareCdf(-3, 4)).toBe(0);
  expect(chiSquareCdf(Infinity, 4)).toBe(1);
  expect(chiSquareCdf(NaN, 4)).toBeNaN();
  expect(chiSquareCdf(1, 0)).toBeNaN();
});
