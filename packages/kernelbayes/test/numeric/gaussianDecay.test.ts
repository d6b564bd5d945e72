import { expect, test } from "vitest";
import { gaussianDecay } from "../../src/numeric/gaussianDecay.ts";

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
