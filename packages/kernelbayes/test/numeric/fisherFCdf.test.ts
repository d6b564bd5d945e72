import { expect, test } from "vitest";
import { chiSquareCdf } from "../../src/numeric/chiSquareCdf.ts";
import { fisherFCdf } from "../../src/numeric/fisherFCdf.ts";
import { incompleteGammaUpper } from "../../src/numeric/incompleteGammaLower.ts";
import { studentTCdf } from "../../src/numeric/studentTCdf.ts";
import fixture from "../fixtures/numeric/distributions.json" with { type: "json" };

test("F is within 10⁻¹³ of the reference, the smaller tail relatively", () => {
  for (const [f, d1, d2, lower] of fixture.fisherF) {
    expect(Math.abs(fisherFCdf(f, d1, d2) - lower)).toBeLessThan(1e-13);
  }
  for (const [f, d1, d2, lower] of fixture.fisherF.filter((row) => row[3] < row[4])) {
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

test("limits are exact and what is undefined is NaN", () => {
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
