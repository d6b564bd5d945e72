import { expect, test } from "vitest";
import { logGamma, stirlingSeries, digamma } from "../../src/numeric/logGamma.ts";
import { cotPi, sinPi } from "../../src/numeric/sinPi.ts";
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

test("ψ is within 3 units in the last place above −¼, next to its zero at 1.4616 as well", () => {
  expect(worstError(digamma, referencesOf("digamma")).error).toBeLessThan(3);
});

test("ψ below −¼ is accurate relative to the larger of itself and ψ(1 − x)", () => {
  for (const { x, value } of referencesOf("digammaNegative")) {
    const scale = Math.max(Math.abs(value), Math.abs(digamma(1 - x)));
    expect(Math.abs(digamma(x) - value)).toBeLessThan(8e-16 * scale);
  }
});

test("ψ is the derivative of log Γ", () => {
  for (const x of [-3.3, -0.1, 0.2, 0.9, 1.1, 1.5, 2, 3, 7.5, 12, 40]) {
    const slope = (logGamma(x + 1e-5) - logGamma(x - 1e-5)) / 2e-5;
    expect(Math.abs(digamma(x) - slope)).toBeLessThan(1e-6);
  }
});

test("ψ has poles at 0 and at negative whole numbers, where it is not defined", () => {
  expect(digamma(0)).toBe(-Infinity);
  expect(digamma(-0)).toBe(Infinity);
  for (const x of [-1, -2, -1e15, -1e300, -Infinity, NaN]) expect(digamma(x)).toBeNaN();
  expect(digamma(Infinity)).toBe(Infinity);
});

test("sin πx follows the sine and vanishes at whole numbers however large", () => {
  for (const x of [-2.3, -0.5, 0.1, 0.5, 0.9, 1.25, 3.7]) expect(sinPi(x)).toBeCloseTo(Math.sin(Math.PI * x), 14);
  for (const x of [1, -7, 1e15, 2 ** 52 + 1]) expect(Math.abs(sinPi(x))).toBe(0);
});

test("cot πx follows the cotangent and vanishes midway between whole numbers", () => {
  for (const x of [-2.3, 0.1, 0.26, 0.4, 0.74, 0.9, 3.7]) expect(cotPi(x)).toBeCloseTo(1 / Math.tan(Math.PI * x), 12);
  for (const x of [0.5, -7.5, 1e15 + 0.5]) expect(Math.abs(cotPi(x))).toBe(0);
});
