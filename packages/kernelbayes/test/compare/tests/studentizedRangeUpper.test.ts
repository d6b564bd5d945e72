import { expect, test } from "vitest";
import {
  studentizedRangeUpper,
  studentizedRangeUpperQuantile,
} from "../../../src/compare/tests/studentizedRangeUpper.ts";
import { normalCdf, normalQuantile } from "../../../src/numeric/index.ts";
import fixture from "../../fixtures/compare/tests.json" with { type: "json" };

test.each(fixture.studentizedRange.upper)("P(Q > $q) of $k variables agrees with SciPy", ({ q, k, p }) => {
  // SciPy integrates to about ten digits.
  expect(Math.abs(studentizedRangeUpper(q, k) - p)).toBeLessThan(1e-9);
});

test.each(fixture.studentizedRange.quantile)("the quantile at $alpha of $k agrees with SciPy", ({ alpha, k, q }) => {
  expect(Math.abs(studentizedRangeUpperQuantile(alpha, k) - q)).toBeLessThan(1e-7);
});

test("two variables: the difference of two normal variables, far into the tail", () => {
  for (const q of [1e-9, 0.1, 1, 5, 20, 40, 50]) {
    const exact = 2 * normalCdf(-q / Math.SQRT2);
    expect(Math.abs(studentizedRangeUpper(q, 2) / exact - 1)).toBeLessThan(1e-12);
  }
  for (const alpha of [1e-200, 1e-9, 0.05, 0.5, 0.999]) {
    const exact = -Math.SQRT2 * normalQuantile(alpha / 2);
    expect(Math.abs(studentizedRangeUpperQuantile(alpha, 2) / exact - 1)).toBeLessThan(1e-12);
  }
});

test("three variables: the closed form for the mean range, 3/√π, is the integral of the tail", () => {
  // Trapezoidal rule on a smooth function that is flat at both ends.
  let mean = 0;
  for (let q = -0.005; q < 14; q += 0.01) mean += 0.01 * (q < 0 ? 0 : studentizedRangeUpper(q, 3));
  expect(mean).toBeCloseTo(3 / Math.sqrt(Math.PI), 4);
});

test("the rule loses nothing: the probability of a range above zero is 1 for two to a million variables", () => {
  for (const k of [3, 10, 100, 1e4, 1e6]) expect(Math.abs(studentizedRangeUpper(1e-12, k) - 1)).toBeLessThan(1e-12);
});

test("in the far tail the pairs add up: k (k − 1)/2 times the probability of one pair", () => {
  for (const k of [3, 20, 1000]) {
    const pairs = (k * (k - 1)) / 2;
    expect(Math.abs(studentizedRangeUpper(45, k) / (pairs * studentizedRangeUpper(45, 2)) - 1)).toBeLessThan(1e-12);
  }
});

test("ends: certain at and below 0, impossible far out, refused without variables or level", () => {
  expect(studentizedRangeUpper(0, 5)).toBe(1);
  expect(studentizedRangeUpper(-1, 5)).toBe(1);
  expect(studentizedRangeUpper(Infinity, 5)).toBe(0);
  expect(studentizedRangeUpper(NaN, 5)).toBeNaN();
  expect(() => studentizedRangeUpper(1, 1)).toThrow(RangeError);
  expect(() => studentizedRangeUpperQuantile(0, 3)).toThrow(RangeError);
  expect(() => studentizedRangeUpperQuantile(0.5, 2.5)).toThrow(RangeError);
});
