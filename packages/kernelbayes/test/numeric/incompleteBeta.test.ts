import { expect, test } from "vitest";
import { incompleteBeta, logIncompleteBeta } from "../../src/numeric/incompleteBeta.ts";
import fixture from "../fixtures/numeric/incomplete.json" with { type: "json" };

test("both tails are within 10⁻¹³, the smaller one relatively down to 10⁻¹⁰⁰", () => {
  for (const [a, b, x, lower, upper] of fixture.beta) {
    expect(Math.abs(incompleteBeta(a, b, x) - lower)).toBeLessThan(1e-13);
    const smaller = Math.min(lower, upper);
    if (smaller < 1e-290) continue;
    const computed = lower < upper ? incompleteBeta(a, b, x) : incompleteBeta(b, a, 1 - x);
    expect(Math.abs(computed / smaller - 1)).toBeLessThan(smaller > 1e-100 ? 1e-13 : 3e-13);
  }
});

test("powers, the arc sine and whole parameters have closed forms", () => {
  for (const x of [1e-10, 0.01, 0.3, 0.5, 0.77, 0.999]) {
    expect(incompleteBeta(3.7, 1, x) / x ** 3.7).toBeCloseTo(1, 13);
    expect(incompleteBeta(1, 2.5, x)).toBeCloseTo(-Math.expm1(2.5 * Math.log1p(-x)), 13);
    expect(incompleteBeta(0.5, 0.5, x)).toBeCloseTo((2 / Math.PI) * Math.asin(Math.sqrt(x)), 13);
    expect(incompleteBeta(2, 3, x) / (x * x * (6 - 8 * x + 3 * x * x))).toBeCloseTo(1, 13);
  }
});

test("the tails mirror each other", () => {
  for (const [a, b, x] of fixture.beta) {
    expect(Math.abs(incompleteBeta(a, b, x) + incompleteBeta(b, a, 1 - x) - 1)).toBeLessThan(3e-16);
  }
});

test("the logarithm agrees with the tail and stays finite where it underflows", () => {
  for (const [a, b, x, lower] of fixture.beta) {
    if (lower > 1e-150) expect(Math.abs(logIncompleteBeta(a, b, x) - Math.log(lower))).toBeLessThan(3e-13);
  }
  expect(logIncompleteBeta(500, 1, 1e-10)).toBeCloseTo(500 * Math.log(1e-10), 8);
  expect(logIncompleteBeta(5000, 2000, 1e-3)).toBeLessThan(-20_000);
  expect(logIncompleteBeta(1, 500, 0.999)).toBe(-0);
});

test("limits are exact and what lies outside the domain is NaN", () => {
  expect(incompleteBeta(2, 3, 0)).toBe(0);
  expect(incompleteBeta(2, 3, -0)).toBe(0);
  expect(incompleteBeta(2, 3, 1)).toBe(1);
  expect(logIncompleteBeta(2, 3, 0)).toBe(-Infinity);
  for (const [a, b, x] of [
    [0, 1, 0.5],
    [1, -1, 0.5],
    [1, 1, -0.1],
    [1, 1, 1.1],
    [NaN, 1, 0.5],
    [1, NaN, 0.5],
    [1, 1, NaN],
    [Infinity, 1, 0.5],
    [1, Infinity, 0.5],
  ]) {
    expect(incompleteBeta(a, b, x)).toBeNaN();
    expect(logIncompleteBeta(a, b, x)).toBeNaN();
  }
});

test("tiny and huge parameters come to an end", () => {
  expect(incompleteBeta(1e-8, 1e-8, 0.5)).toBeCloseTo(0.5, 12);
  expect(incompleteBeta(1e12, 1e12, 0.5)).toBeCloseTo(0.5, 12);
  expect(incompleteBeta(1e-3, 1e9, 1e-9)).toBeGreaterThan(0.99);
});
