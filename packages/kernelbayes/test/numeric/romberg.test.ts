import { expect, test } from "vitest";
import { romberg } from "../../src/numeric/romberg.ts";

test("smooth integrals come out to the tolerance, with few evaluations", () => {
  const gaussian = romberg((x) => Math.exp(-x * x), -6, 6);
  expect(gaussian.converged).toBe(true);
  expect(Math.abs(gaussian.value - Math.sqrt(Math.PI))).toBeLessThan(1e-12);
  expect(gaussian.evaluations).toBeLessThan(600);
  const sine = romberg(Math.sin, Math.PI, 0, { relativeTolerance: 1e-13 });
  expect(sine.converged).toBe(true);
  expect(Math.abs(sine.value + 2)).toBeLessThan(1e-13);
});

test("a polynomial of degree nine is exact after four halvings", () => {
  const { value, evaluations, error } = romberg((x) => 10 * x ** 9 - 3 * x * x, 0, 2);
  expect(Math.abs(value - 1016)).toBeLessThan(1e-10);
  expect(evaluations).toBeLessThanOrEqual(33);
  expect(error).toBeLessThanOrEqual(1e-10 * 1016);
});

test("it counts what it evaluates", () => {
  let calls = 0;
  const { evaluations } = romberg((x) => ((calls += 1), Math.exp(x)), 0, 1);
  expect(calls).toBe(evaluations);
});

test("an integral of zero converges by the absolute tolerance", () => {
  const odd = romberg((x) => x * Math.exp(Math.sin(3 * x) ** 2), -1, 1.0000001, { absoluteTolerance: 1e-4 });
  expect(odd.converged).toBe(true);
  expect(Math.abs(odd.value)).toBeLessThan(1e-4);
  expect(romberg(() => 0, 0, 1)).toMatchObject({ value: 0, converged: true });
});

test("an exhausted budget is said, not hidden", () => {
  const kink = romberg((x) => Math.sqrt(Math.abs(x - 0.3)), 0, 1, { levels: 6, relativeTolerance: 1e-12 });
  expect(kink.converged).toBe(false);
  expect(kink.evaluations).toBe(65);
  expect(Math.abs(kink.value - (2 / 3) * (0.3 ** 1.5 + 0.7 ** 1.5))).toBeLessThan(1e-2);
  expect(romberg(Math.exp, 0, 1, { levels: 0 })).toMatchObject({ error: Infinity, converged: false, evaluations: 2 });
});

test("values that are not finite end the search at once", () => {
  const pole = romberg((x) => 1 / x, 0, 1);
  expect(pole.converged).toBe(false);
  expect(Number.isFinite(pole.value)).toBe(false);
  expect(pole.evaluations).toBe(3);
  expect(romberg(Math.sqrt, -1, 1).value).toBeNaN();
});
