import { describe, expect, test } from "vitest";
import { erf, erfc, erfcx, gaussianDecay } from "../../src/numeric/erf.ts";
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

test("erfcx is within 2 units in the last place from −26.6 to the largest double", () => {
  expect(worstError(erfcx, referencesOf("erfcx")).error).toBeLessThan(2);
});

test("erfcx falls everywhere, across the borders of its polynomials too", () => {
  for (let x = -2; x < 8; x += 1 / 64) expect(erfcx(x + 1 / 64)).toBeLessThan(erfcx(x));
});

test("erfcx overflows on the left, vanishes at infinity and passes NaN on", () => {
  expect(erfcx(-27)).toBe(Infinity);
  expect(erfcx(-26.635)).toBe(Infinity);
  expect(erfcx(-26.62)).toBeLessThan(Infinity);
  expect(erfcx(-Infinity)).toBe(Infinity);
  expect(erfcx(Infinity)).toBe(0);
  expect(erfcx(0)).toBe(1);
  expect(erfcx(-0)).toBe(1);
  expect(erfcx(NaN)).toBeNaN();
});

test("the exponential of a square does not suffer from the rounding of the square", () => {
  // exp(−x²) from exact squares: x = m/8 has a square without rounding; then the derivative carries over to neighbours.
  for (const x of [1.125, 5.375, 20.125, 26.125]) {
    const plain = Math.exp(-x * x);
    expect(Math.abs(gaussianDecay(x, 1, 1) / plain - 1)).toBeLessThan(3e-16);
    const step = x * 2 ** -40;
    const expected = plain * Math.exp(-step * (2 * x + step));
    expect(Math.abs(gaussianDecay(x + step, 1, 1) / expected - 1)).toBeLessThan(6e-16);
  }
});

test("value, scale and correction enter as written", () => {
  expect(gaussianDecay(2, 0.5, 3)).toBeCloseTo(3 * Math.exp(-2), 15);
  expect(gaussianDecay(2, 1, 3, 1e-3)).toBeCloseTo(3.003 * Math.exp(-4), 15);
});

test("a subnormal result is rounded once", () => {
  // e⁻⁷²⁹·e²⁰ = e⁻⁷⁰⁹ is a normal number although e⁻⁷²⁹ is not.
  expect(Math.abs(gaussianDecay(27, 1, Math.exp(20)) / Math.exp(-709) - 1)).toBeLessThan(1e-15);
  expect(gaussianDecay(50, 1, 1)).toBe(0);
});
