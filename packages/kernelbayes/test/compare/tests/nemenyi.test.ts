import fixture from "../../fixtures/compare/tests.json" with { type: "json" };
import { expect, test } from "vitest";
import {
  criticalDifference,
  nemenyi,
  studentizedRangeUpper,
  studentizedRangeUpperQuantile,
} from "../../../src/compare/tests/nemenyi.ts";
import { thrown } from "../../thrown.ts";
import { normalCdf, normalQuantile } from "../../../src/numeric/index.ts";

// q_α for 2 to 20 methods, as printed (J. Demšar, JMLR 7, 2006, Table 5, and beyond): made from three decimals of the range by
// division by √2, and rounded to three decimals again, which can be off by 0.0005/√2 + 0.0005. (The one for 5 methods in the second
// line is: 2.45952, by SciPy too.)
const printed: readonly (readonly [alpha: number, values: string])[] = [
  [
    0.05,
    "1.960 2.344 2.569 2.728 2.850 2.948 3.031 3.102 3.164 3.219 3.268 3.313 3.354 3.391 3.426 3.458 3.489 3.517 3.544",
  ],
  [
    0.1,
    "1.645 2.052 2.291 2.459 2.589 2.693 2.780 2.855 2.920 2.978 3.030 3.077 3.120 3.159 3.196 3.230 3.261 3.291 3.319",
  ],
];

test.each(printed)("at level %d the critical values are those of the printed table", (alpha, values) => {
  values.split(" ").forEach((value, index) => {
    const k = index + 2;
    const dataSets = 7;
    const q = criticalDifference(k, dataSets, alpha) / Math.sqrt((k * (k + 1)) / (6 * dataSets));
    expect(Math.abs(q - Number(value))).toBeLessThan(0.0005 / Math.SQRT2 + 0.0005);
  });
});

test("a pair differs where its p value is at most alpha, which is where the critical difference lies", () => {
  const dataSets = 12;
  const critical = criticalDifference(4, dataSets, 0.1);
  const at = (difference: number) => nemenyi([1, 1 + difference, 2, 2], dataSets, { alpha: 0.1 }).pairs[0];
  expect(at(critical).p).toBeCloseTo(0.1, 12);
  expect(at(critical * 0.999)).toMatchObject({ first: 0, second: 1, differs: false });
  expect(at(critical * 1.001)).toMatchObject({ first: 0, second: 1, differs: true });
  expect(at(critical * 0.999).p).toBeGreaterThan(0.1);
  expect(at(critical * 1.001).p).toBeLessThan(0.1);
});

test("groups are the largest runs without a difference, from the best", () => {
  const ranks = [4, 1, 2.2, 2.8, 5];
  const { criticalDifference: critical, groups, pairs } = nemenyi(ranks, 20);
  expect(critical).toBeCloseTo(1.364, 3);
  expect(groups).toEqual([
    [1, 2],
    [2, 3],
    [3, 0],
    [0, 4],
  ]);
  for (const { first, second, differs } of pairs) {
    expect(differs).toBe(!groups.some((group) => group.includes(first) && group.includes(second)));
  }
});

test("a run inside a longer one is no group of its own, and a method unlike all others is one", () => {
  expect(nemenyi([1, 1.1, 1.2, 4], 200).groups).toEqual([[0, 1, 2], [3]]);
  expect(nemenyi([2.5, 2.5, 2.5, 2.5], 5).groups).toEqual([[0, 1, 2, 3]]);
});

test("what is no mean rank, no number of data sets or no level is refused", () => {
  expect(thrown(() => nemenyi([0.5, 2], 5)).code).toBe("invalid-rank");
  expect(thrown(() => nemenyi([1, NaN], 5)).code).toBe("invalid-rank");
  expect(thrown(() => nemenyi([1], 5)).code).toBe("too-few-methods");
  expect(thrown(() => nemenyi([1, 2], 5, { alpha: 1 })).code).toBe("invalid-alpha");
  expect(() => nemenyi([1, 2], 0)).toThrow(RangeError);
});

test.each(fixture.studentizedRange.upper)("P(Q > $q) of $k variables agrees with SciPy", ({ q, k, p }) => {
  // SciPy integrates to about ten digits.
  expect(Math.abs(studentizedRangeUpper(q, k) - p)).toBeLessThan(1e-9);
});

test.each(fixture.studentizedRange.quantile)("the quantile at $alpha of $k agrees with SciPy", ({ alpha, k, q }) => {
  expect(Math.abs(studentizedRangeUpperQuantile(alpha, k) - q)).toBeLessThan(1e-7);
});

test("two variables: the difference of two normal variables, far into the tail", () => {
  for (const q of [1e-9, 0.1, 1, 5, 20, 40, 50]) {
    const exact = 2 * normalCdf(-q / Math.SQRT2);
    expect(Math.abs(studentizedRangeUpper(q, 2) / exact - 1)).toBeLessThan(1e-12);
  }
  for (const alpha of [1e-200, 1e-9, 0.05, 0.5, 0.999]) {
    const exact = -Math.SQRT2 * normalQuantile(alpha / 2);
    expect(Math.abs(studentizedRangeUpperQuantile(alpha, 2) / exact - 1)).toBeLessThan(1e-12);
  }
});

test("three variables: the closed form for the mean range, 3/√π, is the integral of the tail", () => {
  // Trapezoidal rule on a smooth function that is flat at both ends.
  let mean = 0;
  for (let q = -0.005; q < 14; q += 0.01) mean += 0.01 * (q < 0 ? 0 : studentizedRangeUpper(q, 3));
  expect(mean).toBeCloseTo(3 / Math.sqrt(Math.PI), 4);
});

test("the rule loses nothing: the probability of a range above zero is 1 for two to a million variables", () => {
  for (const k of [3, 10, 100, 1e4, 1e6]) expect(Math.abs(studentizedRangeUpper(1e-12, k) - 1)).toBeLessThan(1e-12);
});

test("in the far tail the pairs add up: k (k − 1)/2 times the probability of one pair", () => {
  for (const k of [3, 20, 1000]) {
    const pairs = (k * (k - 1)) / 2;
    expect(Math.abs(studentizedRangeUpper(45, k) / (pairs * studentizedRangeUpper(45, 2)) - 1)).toBeLessThan(1e-12);
  }
});

test("ends: certain at and below 0, impossible far out, refused without variables or level", () => {
  expect(studentizedRangeUpper(0, 5)).toBe(1);
  expect(studentizedRangeUpper(-1, 5)).toBe(1);
  expect(studentizedRangeUpper(Infinity, 5)).toBe(0);
  expect(studentizedRangeUpper(NaN, 5)).toBeNaN();
  expect(() => studentizedRangeUpper(1, 1)).toThrow(RangeError);
  expect(() => studentizedRangeUpperQuantile(0, 3)).toThrow(RangeError);
  expect(() => studentizedRangeUpperQuantile(0.5, 2.5)).toThrow(RangeError);
});
