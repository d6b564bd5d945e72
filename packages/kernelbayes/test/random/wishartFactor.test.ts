import { expect, test } from "vitest";
import { chiSquareCdf } from "../../src/numeric/chiSquareCdf.ts";
import { stream } from "../../src/random/stream.ts";
import { wishartFactor } from "../../src/random/wishartFactor.ts";
import { distributionProbability, drawMany, falseAlarm } from "./goodness.ts";

test("for a Wishart matrix W = A Aᵀ every quadratic form vᵀ W v / vᵀv is χ² with the degrees of freedom", () => {
  for (const degrees of [2.5, 4, 20.3]) {
    const source = stream(7);
    const factors = Array.from({ length: 20_000 }, () => wishartFactor(source, degrees, 3).data);
    for (const v of [
      [1, 0, 0],
      [0, 0, 1],
      [1, -2, 0.5],
    ]) {
      const forms = factors.map((A) => {
        const y = [0, 1, 2].map((j) => A[j] * v[0] + A[3 + j] * v[1] + A[6 + j] * v[2]); // Aᵀ v
        return Math.hypot(...y) ** 2 / Math.hypot(...v) ** 2;
      });
      expect(distributionProbability(forms, (x) => chiSquareCdf(x, degrees))).toBeGreaterThan(falseAlarm);
      expect(distributionProbability(forms, (x) => chiSquareCdf(x, 1.1 * degrees))).toBeLessThan(falseAlarm);
    }
  }
});

test("the determinant is a product of independent χ² with degrees, degrees − 1, …", () => {
  const source = stream(8);
  for (const i of [0, 1, 2]) {
    const squares = drawMany(20_000, () => wishartFactor(source, 4.5, 3).data[4 * i] ** 2);
    expect(distributionProbability(squares, (x) => chiSquareCdf(x, 4.5 - i))).toBeGreaterThan(falseAlarm);
  }
});

test("the factor is lower triangular with a positive diagonal, even just above the limit of dimension − 1", () => {
  const source = stream(9);
  for (let i = 0; i < 200; i++) {
    const { data } = wishartFactor(source, 1.02, 2);
    expect(data[1]).toBe(0);
    expect(data[0]).toBeGreaterThan(0);
    expect(data[3]).toBeGreaterThan(0);
  }
  expect(wishartFactor(source, 1, 0).data).toHaveLength(0);
});

test("too few degrees of freedom are refused", () => {
  for (const degrees of [2, 1, -3, NaN, Infinity])
    expect(() => wishartFactor(stream(7), degrees, 3)).toThrow(RangeError);
});
