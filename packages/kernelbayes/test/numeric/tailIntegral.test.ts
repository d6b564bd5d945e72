import { expect, test } from "vitest";
import { normalCdf } from "../../src/numeric/normalCdf.ts";
import { tailIntegral } from "../../src/numeric/tailIntegral.ts";

test("exponential and normal tails come out to the last digits", () => {
  for (const slope of [1e-3, 1, 50]) {
    expect(tailIntegral((s) => slope * s, slope, 0, Infinity) * slope).toBeCloseTo(1, 14);
  }
  for (const z of [0, 0.3, 2, 10, 30]) {
    const tail = tailIntegral((s) => s * (z + 0.5 * s), z, 1, Infinity);
    expect((tail * Math.exp(-0.5 * z * z)) / (Math.sqrt(2 * Math.PI) * normalCdf(-z))).toBeCloseTo(1, 13);
  }
});

test("the range is widened when the curvature fades away, and cut at the limit", () => {
  // s − log(1 + s) has slope 0 and curvature 1 at 0, but grows only linearly: ∫ (1 + s) e⁻ˢ ds = 2.
  expect(tailIntegral((s) => s - Math.log1p(s), 0, 1, Infinity)).toBeCloseTo(2, 13);
  expect(tailIntegral((s) => s, 1, 0, 0.5)).toBeCloseTo(-Math.expm1(-0.5), 15);
});
