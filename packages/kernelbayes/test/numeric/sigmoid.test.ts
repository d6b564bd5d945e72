import { expect, test } from "vitest";
import { logit, logSigmoid, sigmoid } from "../../src/numeric/sigmoid.ts";

test("the logistic function keeps its relative accuracy in the lower tail", () => {
  expect(sigmoid(0)).toBe(0.5);
  expect(Math.abs(sigmoid(-700) / Math.exp(-700) - 1)).toBeLessThan(1e-15);
  expect(sigmoid(-800)).toBe(0);
  expect(sigmoid(800)).toBe(1);
  expect(sigmoid(-Infinity)).toBe(0);
  expect(sigmoid(Infinity)).toBe(1);
  expect(sigmoid(NaN)).toBeNaN();
  for (const x of [0.1, 1, 5, 30]) expect(sigmoid(x) + sigmoid(-x)).toBeCloseTo(1, 15);
});

test("its logarithm is linear on the left and vanishes on the right", () => {
  expect(logSigmoid(-800)).toBe(-800);
  expect(logSigmoid(0)).toBe(-Math.LN2);
  expect(logSigmoid(40) / -Math.exp(-40)).toBeCloseTo(1, 14);
  for (const x of [-5, -1, 1, 5]) expect(logSigmoid(x)).toBeCloseTo(Math.log(sigmoid(x)), 14);
  expect(logSigmoid(NaN)).toBeNaN();
});

test("logit undoes it, also where p is next to one half", () => {
  for (const x of [-700, -40, -3, -1, 0.5, 1, 3, 20]) {
    expect(Math.abs(logit(sigmoid(x)) - x)).toBeLessThan(1e-15 * (2 + Math.abs(x)) * (1 + Math.exp(x)));
  }
  expect(logit(0.5 + 2 ** -50)).toBeCloseTo(2 ** -48, 30);
  expect(logit(0.5)).toBe(0);
  expect(logit(0)).toBe(-Infinity);
  expect(logit(1)).toBe(Infinity);
  for (const p of [-0.1, 1.1, NaN]) expect(logit(p)).toBeNaN();
});
