import { expect, test } from "vitest";
import { logGamma, stirlingSeries } from "../../src/numeric/logGamma.ts";
import { referencesOf, worstError } from "./reference.ts";

test("log Γ is within 2.5 units in the last place above −¼, next to its zeros 1 and 2 as well", () => {
  expect(worstError(logGamma, referencesOf("logGamma")).error).toBeLessThan(2.5);
});

test("log |Γ| below −¼ is accurate relative to the larger of itself and log Γ(1 − x)", () => {
  for (const { x, value } of referencesOf("logGammaNegative")) {
    const scale = Math.max(Math.abs(value), Math.abs(logGamma(1 - x)));
    expect(Math.abs(logGamma(x) - value)).toBeLessThan(5e-16 * scale);
  }
});

test("log Γ of a whole number is the logarithm of a factorial", () => {
  let factorial = 1;
  for (let n = 1; n <= 18; n++) {
    expect(Math.abs(logGamma(n) - Math.log(factorial))).toBeLessThanOrEqual(4e-16 * Math.log(factorial));
    factorial *= n;
  }
  expect(logGamma(1)).toBe(0);
  expect(logGamma(2)).toBe(0);
});

test("log |Γ| is infinite at its poles and at the ends of the range, and passes NaN on", () => {
  for (const x of [0, -0, -1, -2, -1e15, -1e300, -Infinity, Infinity, 2.6e305]) expect(logGamma(x)).toBe(Infinity);
  expect(logGamma(2.5e305)).toBeLessThan(Infinity);
  expect(logGamma(NaN)).toBeNaN();
});

test("Stirling's series closes the gap between log Γ and its leading terms", () => {
  for (const x of [16, 20, 100]) {
    const leading = (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI);
    expect(stirlingSeries(x)).toBeCloseTo(logGamma(x) - leading, 12);
  }
});
