import { expect, test } from "vitest";
import { normalCdf } from "../../src/numeric/normalCdf.ts";
import { referencesOf, worstError } from "./reference.ts";

test("Φ is within 3.5 units in the last place, into the subnormal numbers", () => {
  expect(worstError(normalCdf, referencesOf("normalCdf")).error).toBeLessThan(3.5);
});

test("Φ(x) and Φ(−x) add up to one", () => {
  for (const { x } of referencesOf("normalCdf")) {
    expect(Math.abs(normalCdf(x) + normalCdf(-x) - 1)).toBeLessThanOrEqual(2.3e-16);
  }
});

test("Φ has its limits and passes NaN on", () => {
  expect(normalCdf(-Infinity)).toBe(0);
  expect(normalCdf(Infinity)).toBe(1);
  expect(normalCdf(-1e300)).toBe(0);
  expect(normalCdf(-38)).toBeGreaterThan(0);
  expect(normalCdf(0)).toBe(0.5);
  expect(normalCdf(-0)).toBe(0.5);
  expect(normalCdf(NaN)).toBeNaN();
});
