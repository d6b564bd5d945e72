import fixture from "../fixtures/numeric/incomplete.json" with { type: "json" };
import distributions from "../fixtures/numeric/distributions.json" with { type: "json" };
import { expect, test } from "vitest";
import { incompleteBeta, logIncompleteBeta, studentTCdf, fisherFCdf } from "../../src/numeric/incompleteBeta.ts";
import { normalCdf } from "../../src/numeric/normalCdf.ts";
import { chiSquareCdf, incompleteGammaUpper } from "../../src/numeric/incompleteGammaLower.ts";

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

test("the lower tail of t is within 10⁻¹³ of the reference, relatively", () => {
  for (const [t, degrees, lower] of distributions.studentT) {
    expect(Math.abs(studentTCdf(t, degrees) / lower - 1)).toBeLessThan(1e-13);
  }
});

test("one and two degrees of freedom have closed forms, far out as well", () => {
  for (const t of [-1e200, -1e155, -1e100, -1e9, -30, -1, -1e-3]) {
    expect(Math.abs(studentTCdf(t, 1) / (Math.atan(-1 / t) / Math.PI) - 1)).toBeLessThan(1e-13);
  }
  for (const t of [-1e5, -30, -1, -0.2, 0.2, 3]) {
    const root = Math.sqrt(t * t + 2);
    expect(studentTCdf(t, 2) * root * (root - t)).toBeCloseTo(1, 13);
  }
});

test("t is symmetric and becomes normal as the degrees of freedom grow", () => {
  for (const t of [0, 0.1, 1, 5, 40])
    expect(Math.abs(studentTCdf(t, 3.3) + studentTCdf(-t, 3.3) - 1)).toBeLessThan(3e-16);
  expect(studentTCdf(-1.96, Infinity)).toBe(normalCdf(-1.96));
  expect(Math.abs(studentTCdf(-1.96, 1e14) / normalCdf(-1.96) - 1)).toBeLessThan(1e-12);
});

test("limits of Student's t are exact and what is undefined is NaN", () => {
  expect(studentTCdf(0, 5)).toBe(0.5);
  expect(studentTCdf(1e-300, 5)).toBe(0.5);
  expect(studentTCdf(-Infinity, 5)).toBe(0);
  expect(studentTCdf(Infinity, 5)).toBe(1);
  for (const [t, degrees] of [
    [NaN, 3],
    [1, NaN],
    [1, 0],
    [1, -2],
  ]) {
    expect(studentTCdf(t, degrees)).toBeNaN();
  }
});

test("F is within 10⁻¹³ of the reference, the smaller tail relatively", () => {
  for (const [f, d1, d2, lower] of distributions.fisherF) {
    expect(Math.abs(fisherFCdf(f, d1, d2) - lower)).toBeLessThan(1e-13);
  }
  for (const [f, d1, d2, lower] of distributions.fisherF.filter((row) => row[3] < row[4])) {
    expect(Math.abs(fisherFCdf(f, d1, d2) / lower - 1)).toBeLessThan(1e-13);
  }
});

test("the square of t with ν degrees of freedom is F with 1 and ν", () => {
  for (const [t, degrees] of [
    [0.3, 2],
    [2, 7.5],
    [4, 1000],
  ]) {
    expect(fisherFCdf(t * t, 1, degrees)).toBeCloseTo(1 - 2 * studentTCdf(-t, degrees), 14);
  }
});

test("infinite degrees of freedom leave a χ² above or below", () => {
  expect(fisherFCdf(1.5, 3, Infinity)).toBe(chiSquareCdf(4.5, 3));
  expect(fisherFCdf(1.5, 3, 1e12)).toBeCloseTo(chiSquareCdf(4.5, 3), 11);
  expect(fisherFCdf(1.5, Infinity, 7)).toBe(incompleteGammaUpper(3.5, 3.5 / 1.5));
  expect(fisherFCdf(1.5, 1e12, 7)).toBeCloseTo(fisherFCdf(1.5, Infinity, 7), 11);
});

test("limits of F are exact and what is undefined is NaN", () => {
  expect(fisherFCdf(0, 3, 4)).toBe(0);
  expect(fisherFCdf(-1, 3, 4)).toBe(0);
  expect(fisherFCdf(Infinity, 3, 4)).toBe(1);
  for (const [f, d1, d2] of [
    [NaN, 3, 4],
    [1, 0, 4],
    [1, 3, -4],
    [-1, NaN, 4],
    [0, 3, 0],
    [1, Infinity, Infinity],
  ]) {
    expect(fisherFCdf(f, d1, d2)).toBeNaN();
  }
});
