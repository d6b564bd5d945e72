import { expect, test } from "vitest";
import { plainRHat, rHat } from "../../src/diagnose/index.ts";
import { thrown } from "../thrown.ts";
import { autoregressive } from "./chainsOf.ts";

const independent = autoregressive(1, 4, 1000);
/** The chains with the last one changed. */
const withLast = (change: (value: number, draw: number) => number): Float64Array[] => [
  ...independent.slice(0, 3),
  independent[3].map(change),
];

test("chains of independent draws agree", () => {
  expect(rHat(independent)).toBeLessThan(1.005);
  expect(plainRHat(independent)).toBeLessThan(1.005);
});

test("a chain at another place, a drifting chain and a chain of another width are found, the last by ranks of distances alone", () => {
  expect(rHat(withLast((value) => value + 0.5))).toBeGreaterThan(1.02);
  expect(rHat(withLast((value, draw) => value + draw / 500))).toBeGreaterThan(1.02);
  const wide = withLast((value) => 3 * value);
  expect(rHat(wide)).toBeGreaterThan(1.05);
  expect(plainRHat(wide)).toBeLessThan(1.01);
});

test("one chain that drifts disagrees with itself", () => {
  expect(rHat([independent[0]])).toBeLessThan(1.01);
  expect(rHat([independent[0].map((value, draw) => value + draw / 250)])).toBeGreaterThan(1.1);
});

test("draws without a mean do not disturb it", () => {
  const cauchy = autoregressive(2, 8, 1000);
  const quotients = [0, 1, 2, 3].map((chain) => cauchy[chain].map((value, draw) => value / cauchy[chain + 4][draw]));
  expect(rHat(quotients)).toBeLessThan(1.005);
});

test("it does not change with the unit, nor with the order of the chains", () => {
  const chains = withLast((value) => value + 0.2);
  expect(rHat(chains.map((chain) => chain.map((value) => 4 - 8 * value)))).toBeCloseTo(rHat(chains), 10);
  expect(rHat(chains.toReversed())).toBeCloseTo(rHat(chains), 12);
});

test("equal draws have none, and chains that stand still at different places an infinite one", () => {
  const still = (value: number): Float64Array => new Float64Array(50).fill(value);
  expect(rHat([still(0.1), still(0.1)])).toBeNaN();
  expect(plainRHat([still(0.1), still(0.1), still(0.1)])).toBeNaN();
  expect(rHat([still(0.1), still(0.3), still(0.7)])).toBe(Infinity);
  expect(plainRHat([still(0.1), still(0.3)])).toBe(Infinity);
});

test("draws of two values are judged by their places where all are equally far from the median", () => {
  const coin = independent.map((chain) => chain.map(Math.sign));
  const balanced = [coin[0], coin[0].map((value) => -value)];
  expect(rHat(balanced)).toBeLessThan(1.02);
});

test("chains of fewer than ten draws say nothing", () => {
  expect(rHat([Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9)])).toBeNaN();
  expect(plainRHat([Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9)])).toBeNaN();
  expect(rHat([Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)])).toBeGreaterThan(1);
});

test("no chains, chains of different lengths and draws that are not finite are refused", () => {
  expect(() => rHat([])).toThrow("At least one chain");
  expect(() => rHat([new Float64Array(20), new Float64Array(21)])).toThrow("chain 2 has 21");
  const broken = [new Float64Array(20), new Float64Array(20).fill(NaN, 7, 8)];
  const error = thrown(() => rHat(broken));
  expect(error.code).toBe("not-finite");
  expect(error.message).toContain("Draw 8 of chain 2 is NaN");
});
