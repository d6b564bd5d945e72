import { expect, test, describe } from "vitest";
import { normalCdf, logNormalCdf, normalQuantile, normalQuantileOfLog } from "../../src/numeric/normalCdf.ts";
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

test("log Φ is within 4 units in the last place from −10¹⁵⁵ to 40", () => {
  expect(worstError(logNormalCdf, referencesOf("logNormalCdf")).error).toBeLessThan(4);
});

test("log Φ has its limits and passes NaN on", () => {
  expect(logNormalCdf(-Infinity)).toBe(-Infinity);
  expect(logNormalCdf(-1e300)).toBe(-Infinity);
  expect(logNormalCdf(Infinity)).toBe(-0);
  expect(logNormalCdf(0)).toBe(-Math.LN2);
  expect(logNormalCdf(-0)).toBe(-Math.LN2);
  expect(logNormalCdf(NaN)).toBeNaN();
});

describe("the normal quantile", () => {
  test("is within 2.5 units in the last place, from the smallest double to 1 − 2⁻⁵³", () => {
    expect(worstError(normalQuantile, referencesOf("normalQuantile")).error).toBeLessThan(2.5);
  });

  test("undoes Φ", () => {
    for (let z = -37; z < 5; z += 0.37) {
      const condition = (z * z + 1) * Math.exp(z > 0 ? 0.5 * z * z : 0);
      expect(Math.abs(normalQuantile(normalCdf(z)) - z)).toBeLessThan(1e-15 * condition);
    }
  });

  test("is antisymmetric about one half", () => {
    for (const p of [0.5, 0.375, 0.25, 0.125, 2 ** -5, 2 ** -20])
      expect(normalQuantile(1 - p)).toBe(0 - normalQuantile(p));
  });

  test("is infinite at 0 and 1 and NaN outside", () => {
    expect(normalQuantile(0)).toBe(-Infinity);
    expect(normalQuantile(-0)).toBe(-Infinity);
    expect(normalQuantile(1)).toBe(Infinity);
    for (const p of [-5e-324, -1, 1 + Number.EPSILON, 2, Infinity, -Infinity, NaN]) expect(normalQuantile(p)).toBeNaN();
  });
});

describe("the normal quantile of a logarithm", () => {
  test("is within 3 units in the last place where probabilities underflow and where they are next to one", () => {
    expect(worstError(normalQuantileOfLog, referencesOf("normalQuantileOfLog")).error).toBeLessThan(3);
  });

  test("undoes log Φ", () => {
    for (const z of [-1e12, -1e9, -300, -38, -3, -1, 0.3, 2, 8, 20]) {
      expect(Math.abs(normalQuantileOfLog(logNormalCdf(z)) / z - 1)).toBeLessThan(3e-15);
    }
  });

  test("covers its ends", () => {
    expect(normalQuantileOfLog(-Infinity)).toBe(-Infinity);
    expect(normalQuantileOfLog(-Number.MAX_VALUE)).toBeCloseTo(-1.8961503816218355e154, -142);
    expect(normalQuantileOfLog(0)).toBe(Infinity);
    expect(normalQuantileOfLog(1e-300)).toBeNaN();
    expect(normalQuantileOfLog(NaN)).toBeNaN();
  });
});
