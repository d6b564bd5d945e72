import { expect, test } from "vitest";
import { erfcx } from "../../src/numeric/erf.ts";
import { faddeeva } from "../../src/numeric/faddeeva.ts";
import fixture from "../fixtures/numeric/faddeeva.json" with { type: "json" };

test("w is within 10⁻¹⁴ of its modulus in the whole plane", () => {
  for (const [x, y, real, imaginary] of fixture.rows) {
    const w = faddeeva(x, y);
    const error = Math.hypot(w.real - real, w.imaginary - imaginary) / Math.hypot(real, imaginary);
    expect(error).toBeLessThan(1e-14);
  }
});

test("in the upper half-plane each part is within 10⁻¹⁴ of itself, however small beside the other", () => {
  for (const [x, y, real, imaginary] of fixture.rows.filter((row) => row[1] >= 0)) {
    const w = faddeeva(x, y);
    expect(Math.abs(w.real / real - 1)).toBeLessThan(1e-14);
    expect(Math.abs(w.imaginary / imaginary - 1)).toBeLessThan(1e-14);
  }
});

test("on the axes w is erfcx and a Gaussian", () => {
  for (const y of [0, 1e-9, 0.1, 1, 5, 6.3, 6.5, 30, 1e5, 1e9, 1e300]) {
    const { real, imaginary } = faddeeva(0, y);
    expect(Math.abs(real / erfcx(y) - 1)).toBeLessThan(2e-15);
    expect(Math.abs(imaginary)).toBe(0);
  }
  for (const x of [0.3, 2, 10, 26]) expect(Math.abs(faddeeva(x, 0).real / Math.exp(-x * x) - 1)).toBeLessThan(1e-13);
  expect(faddeeva(30, 0).real).toBe(0);
});

test("conjugation and reflection hold", () => {
  for (const [x, y] of [
    [0.4, 0.7],
    [3, 0.01],
    [1, 8],
  ]) {
    const w = faddeeva(x, y);
    expect(faddeeva(-x, y)).toEqual({ real: w.real, imaginary: -w.imaginary });
    // w(z) + w(−z) = 2 exp(−z²)
    const mirrored = faddeeva(-x, -y);
    const size = 2 * Math.exp(y * y - x * x);
    expect((w.real + mirrored.real) / size).toBeCloseTo(Math.cos(2 * x * y), 12);
    expect((w.imaginary + mirrored.imaginary) / size).toBeCloseTo(-Math.sin(2 * x * y), 12);
  }
});

test("far away w is i / (√π z), without overflow on the way", () => {
  const rootPi = Math.sqrt(Math.PI);
  for (const size of [1e9, 1e155, 1e300]) {
    expect(faddeeva(size, 0).imaginary * rootPi * size).toBeCloseTo(1, 14);
    expect(faddeeva(0, size).real * rootPi * size).toBeCloseTo(1, 14);
    const { real, imaginary } = faddeeva(3 * size, 4 * size);
    expect(real * rootPi * size).toBeCloseTo(4 / 25, 14);
    expect(imaginary * rootPi * size).toBeCloseTo(3 / 25, 14);
    // Below the real axis but beside the cone where exp(−z²) overflows.
    const below = faddeeva(4 * size, -3 * size);
    expect(below.real * rootPi * size).toBeCloseTo(-3 / 25, 14);
    expect(below.imaginary * rootPi * size).toBeCloseTo(4 / 25, 14);
  }
});

test("w vanishes at infinity, overflows below the real axis and passes NaN on", () => {
  expect(faddeeva(Infinity, 0)).toEqual({ real: 0, imaginary: 0 });
  expect(faddeeva(0, Infinity)).toEqual({ real: 0, imaginary: 0 });
  expect(faddeeva(0, -27).real).toBe(Infinity);
  expect(faddeeva(0, -1e160).real).toBe(Infinity);
  for (const w of [faddeeva(NaN, 1), faddeeva(1, NaN)]) expect(w).toEqual({ real: NaN, imaginary: NaN });
});
