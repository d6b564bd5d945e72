import { describe, expect, test } from "vitest";
import { erf, erfc } from "../../src/numeric/erf.ts";
import { referencesOf, worstError } from "./reference.ts";

describe("erf", () => {
  test("is within 2 units in the last place of the 50-digit values over the whole range", () => {
    expect(worstError(erf, referencesOf("erf")).error).toBeLessThan(2);
  });

  test("is odd and keeps the sign of zero", () => {
    for (const { x } of referencesOf("erf")) expect(erf(-x)).toBe(-erf(x));
    expect(erf(0)).toBe(0);
    expect(erf(-0)).toBe(-0);
  });

  test("tends to ±1 and passes NaN on", () => {
    expect(erf(Infinity)).toBe(1);
    expect(erf(-Infinity)).toBe(-1);
    expect(erf(1e300)).toBe(1);
    expect(erf(NaN)).toBeNaN();
  });
});

describe("erfc", () => {
  test("is within 3.5 units in the last place, also where it is subnormal", () => {
    expect(worstError(erfc, referencesOf("erfc")).error).toBeLessThan(3.5);
  });

  test("adds up with erf to one", () => {
    for (const { x } of referencesOf("erf")) expect(Math.abs(erf(x) + erfc(x) - 1)).toBeLessThanOrEqual(3e-16);
  });

  test("tends to 0 and 2 and passes NaN on", () => {
    expect(erfc(Infinity)).toBe(0);
    expect(erfc(1e300)).toBe(0);
    expect(erfc(27.2)).toBeGreaterThan(0);
    expect(erfc(-Infinity)).toBe(2);
    expect(erfc(-0)).toBe(1);
    expect(erfc(NaN)).toBeNaN();
  });
});
