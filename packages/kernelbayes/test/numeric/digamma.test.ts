import { expect, test } from "vitest";
import { digamma } from "../../src/numeric/digamma.ts";
import { logGamma } from "../../src/numeric/logGamma.ts";
import { referencesOf, worstError } from "./reference.ts";

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
