import { expect, test } from "vitest";
import { chiSquareCdf } from "../../src/numeric/chiSquareCdf.ts";
import { erf } from "../../src/numeric/erf.ts";
import fixture from "../fixtures/numeric/distributions.json" with { type: "json" };

test("χ² is within 10⁻¹³ of the reference", () => {
  for (const [x, degrees, lower] of fixture.chiSquare) {
    expect(Math.abs(chiSquareCdf(x, degrees) - lower)).toBeLessThan(1e-13);
  }
  for (const [x, degrees, lower] of fixture.chiSquare.filter((row) => row[2] < 0.5)) {
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
