import { expect, test } from "vitest";
import { normalCdf } from "../../src/numeric/normalCdf.ts";
import { studentTCdf } from "../../src/numeric/studentTCdf.ts";
import fixture from "../fixtures/numeric/distributions.json" with { type: "json" };

test("the lower tail of t is within 10⁻¹³ of the reference, relatively", () => {
  for (const [t, degrees, lower] of fixture.studentT) {
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

test("limits are exact and what is undefined is NaN", () => {
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
